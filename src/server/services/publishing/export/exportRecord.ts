import { recordOf } from '#release/recordOf.ts';
import * as z from 'zod/mini';

/** The files of an earlier export: a digest of the content by name. */
export type ExportRecord = Readonly<Record<string, string>>;

export const exportRecord = recordOf(z.string());

/** The names of files that an interrupted export was about to write or remove. */
export const pendingNames = z.array(z.string());

export type ExportPlan<Item> = {
  write: readonly Item[];
  remove: readonly string[];
  after: ExportRecord;
};

/**
 * Returns the steps after which exactly the `requested` files (by name) exist. `unsure` are names that an interrupted
 * export was about to write or remove: their content is unknown.
 */
export function planExport<Item>(
  requested: ReadonlyMap<string, Item>,
  markOf: (item: Item) => string,
  found: ExportRecord,
  unsure: readonly string[],
): ExportPlan<Item> {
  const isUnsure = new Set(unsure);
  const write: Item[] = [];
  const after: Record<string, string> = {};
  for (const [name, item] of requested) {
    const mark = markOf(item);
    after[name] = mark;
    if (isUnsure.has(name) || !Object.hasOwn(found, name) || found[name] !== mark) write.push(item);
  }
  const remove = new Set([...Object.keys(found), ...unsure].filter((name) => !requested.has(name)));
  return { write, remove: [...remove], after };
}
