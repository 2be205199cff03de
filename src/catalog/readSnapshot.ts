import { readFileSync } from 'node:fs';
import { type Gpt } from '#contract/gpts.ts';
import { type SnapshotLine, snapshotLine } from '#contract/snapshot.ts';
import type { Day } from '#domain/dates.ts';

/** Conversations with a GPT on one day: those imported from elsewhere and those held here. */
export type DayUse = { day: Day; imported: number; own: number };

export type Snapshot = {
  /** The last day whose numbers are complete. */
  closedDay: Day;
  /** The public GPTs, most chats first, then by id. */
  gpts: readonly Gpt[];
  /** Ids that were taken out of the directory. */
  removed: readonly string[];
  /** Days of use by GPT id, oldest first. */
  usage: ReadonlyMap<string, readonly DayUse[]>;
};

let current: Snapshot | undefined;

/**
 * The snapshot that this build is made from: the file that the environment names in `SNAPSHOT_FILE`, read once.
 * Throws a sentence that names line, record and field when it is not what the contract says.
 */
export function readSnapshot(): Snapshot {
  current ??= parseSnapshot(readFileSync(snapshotFile()));
  return current;
}

/** Parses NDJSON as `contract/snapshot.ts` describes it. */
export function parseSnapshot(bytes: Uint8Array): Snapshot {
  const gathered: Gathered = { closedDay: undefined, gpts: [], removed: [], usage: new Map() };
  let number = 0;
  let ended = false;
  for (const text of linesOf(bytes)) {
    if (ended) throw new Error(`The snapshot goes on after its end, in line ${number + 1}`);
    const line = parseLine(text, number + 1);
    if (line.type === 'end') ended = isWhole(line.lines, number);
    else gather(gathered, line);
    number += 1;
  }
  if (!ended)
    throw new Error(`The snapshot is cut off after line ${number}: its end line is missing`);
  return finish(gathered);
}

type Gathered = {
  closedDay: Day | undefined;
  gpts: Gpt[];
  removed: string[];
  usage: Map<string, DayUse[]>;
};

function snapshotFile(): string {
  const file = process.env['SNAPSHOT_FILE'];
  if (file) return file;
  throw new Error(
    'SNAPSHOT_FILE must name the snapshot to build from; `npm run publish-site` sets it',
  );
}

function* linesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    if (end > start) yield decoder.decode(bytes.subarray(start, end));
    start = end + 1;
  }
}

function parseLine(text: string, number: number): SnapshotLine {
  const value = parseJson(text, number);
  const result = snapshotLine.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.length ? `field “${issue.path.join('.')}”` : 'the record';
  throw new Error(
    `The snapshot’s line ${number} (${recordName(value)}) is wrong: ${field}: ${issue?.message}`,
  );
}

function parseJson(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The snapshot’s line ${number} is not JSON`);
  }
}

function recordName(value: unknown): string {
  const record = value as { type?: unknown; id?: unknown; gpt?: { id?: unknown } } | null;
  const type = typeof record?.type === 'string' ? record.type : 'no type';
  const id = record?.gpt?.id ?? record?.id;
  return typeof id === 'string' ? `${type} “${id}”` : type;
}

function isWhole(announced: number, seen: number): true {
  if (announced === seen) return true;
  throw new Error(`The snapshot announces ${announced} lines and has ${seen}`);
}

function gather(gathered: Gathered, line: Exclude<SnapshotLine, { type: 'end' }>): void {
  switch (line.type) {
    case 'snapshot':
      gathered.closedDay = line.closed_day;
      return;
    case 'gpt':
      if (line.gpt.visibility === 'public') gathered.gpts.push(line.gpt);
      return;
    case 'removed':
      gathered.removed.push(line.id);
      return;
    case 'usage': {
      const days = gathered.usage.get(line.id) ?? [];
      days.push({ day: line.day, imported: line.imported, own: line.own });
      gathered.usage.set(line.id, days);
    }
  }
}

function finish(gathered: Gathered): Snapshot {
  const { closedDay, gpts, removed, usage } = gathered;
  if (closedDay === undefined) throw new Error('The snapshot does not begin with its closed day');
  for (const days of usage.values()) days.sort((one, other) => (one.day < other.day ? -1 : 1));
  return { closedDay, gpts: gpts.toSorted(byPopularity), removed, usage };
}

function byPopularity(one: Gpt, other: Gpt): number {
  if (one.chats !== other.chats) return other.chats - one.chats;
  return one.id < other.id ? -1 : 1;
}
