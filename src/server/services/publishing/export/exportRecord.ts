/** The files of an earlier export: the name of each → a mark of its content. */
export type ExportRecord = Readonly<Record<string, string>>;

export type ExportPlan<Item> = {
  write: readonly Item[];
  /** Names. */
  remove: readonly string[];
  /** The files when all of it is done. */
  after: ExportRecord;
};

/**
 * Returns the steps after which `wanted` (name → mark) is there and no other file of ours. `unsure` are names that an
 * unfinished export was about to write or remove: their content is unknown.
 */
export function planExport<Item>(
  wanted: ReadonlyMap<string, Item>,
  markOf: (item: Item) => string,
  found: ExportRecord,
  unsure: readonly string[],
): ExportPlan<Item> {
  const isUnsure = new Set(unsure);
  const write: Item[] = [];
  const after: Record<string, string> = {};
  for (const [name, item] of wanted) {
    const mark = markOf(item);
    after[name] = mark;
    if (isUnsure.has(name) || !Object.hasOwn(found, name) || found[name] !== mark) write.push(item);
  }
  const remove = new Set([...Object.keys(found), ...unsure].filter((name) => !wanted.has(name)));
  return { write, remove: [...remove], after };
}

/** Does work for each item, for at most `atOnce` at a time. Stops at the first failure, and throws it. */
export async function forEachAtOnce<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const takeTurns = async () => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
