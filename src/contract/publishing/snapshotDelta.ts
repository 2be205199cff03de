import {
  type GoneLine,
  type SnapshotLine,
  snapshotLineKey,
} from '#contract/publishing/snapshot.ts';
import { parseChecked, parseTrusted } from '#domain/json.ts';
import * as z from 'zod/mini';

/**
 * Applies the lines of a response to `GET /api/snapshot?since=` to a snapshot, and returns the new snapshot. Both consist of
 * JSON texts. The snapshot is in the order of its lines, by `snapshotLineKey`. A full snapshot (its first line has no
 * `since`) replaces the old one. As a set, the result equals a full snapshot of the same time. Throws an error if the lines
 * are incomplete or belong to another snapshot.
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
  // Keeps `end` as the last line.
  changed.delete('end');
  const end: SnapshotLine = { type: 'end', lines: changed.size };
  return changed.set('end', JSON.stringify(end));
}

/**
 * Parses a line without further checks, because the catalogue checks each line. Throws an error if it is not JSON, for
 * example because it was cut off.
 */
export function parseSnapshotLine(text: string, number: number): SnapshotLine | GoneLine {
  try {
    return parseTrusted(text);
  } catch (error) {
    throw new Error(`Line ${number} of the snapshot is cut off or not JSON`, { cause: error });
  }
}

function startOf(
  snapshot: ReadonlyMap<string, string>,
  since: string | undefined,
): Map<string, string> {
  if (since === undefined) return new Map();
  if (snapshotVersion(snapshot.get('snapshot') ?? '{}') === since) return new Map(snapshot);
  throw new Error('The changes are those of another snapshot than the one at hand');
}

const versioned = z.object({ version: z.optional(z.string()) });

/** Returns the version of a snapshot, from its first line. Throws an error for any other line. */
export function snapshotVersion(line: string): string | undefined {
  return parseChecked(versioned, line, 'The first line of the snapshot').version;
}
