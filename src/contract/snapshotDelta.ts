import { type GoneLine, type SnapshotLine, snapshotLineKey } from '#contract/snapshot.ts';

/**
 * What a snapshot becomes by the lines that `GET /api/snapshot?since=` answered. Both are JSON texts, the snapshot by
 * `snapshotLineKey`, from the first line to the last. Lines that are a full snapshot (their first one has no `since`) take
 * its place. The result is as a set what a full snapshot of the same instant tells. Throws a sentence when the lines
 * broke off or change another snapshot than this one.
 */
export function applySnapshotDelta(
  snapshot: ReadonlyMap<string, string>,
  lines: Iterable<string>,
): Map<string, string> {
  let changed = new Map<string, string>();
  let count = 0;
  let isWhole = false;
  for (const text of lines) {
    const line = parseSnapshotLine(text, count + 1);
    isWhole = line.type === 'end' && line.lines === count;
    count += 1;
    if (line.type === 'snapshot') {
      const { since, ...first } = line;
      changed = startOf(snapshot, since);
      changed.set('snapshot', JSON.stringify(first));
    } else if (line.type === 'gone') changed.delete(line.key);
    else changed.set(snapshotLineKey(line), text);
  }
  if (!isWhole) throw new Error('The snapshot broke off before its end');
  // The last line stays the last one.
  changed.delete('end');
  const end: SnapshotLine = { type: 'end', lines: changed.size };
  return changed.set('end', JSON.stringify(end));
}

/** A line as it is, not checked any further. Throws a sentence when it is not JSON, as one that was cut off. */
export function parseSnapshotLine(text: string, number: number): SnapshotLine | GoneLine {
  try {
    return JSON.parse(text) as SnapshotLine | GoneLine;
  } catch (error) {
    throw new Error(`Line ${number} of the snapshot is cut off or not JSON`, { cause: error });
  }
}

function startOf(
  snapshot: ReadonlyMap<string, string>,
  since: string | undefined,
): Map<string, string> {
  if (since === undefined) return new Map();
  const first = JSON.parse(snapshot.get('snapshot') ?? '{}') as { version?: string };
  if (first.version === since) return new Map(snapshot);
  throw new Error('The changes are those of another snapshot than the one at hand');
}
