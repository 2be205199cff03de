import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Gpt } from '#contract/gpts.ts';
import type { RankingNumbers, RankingPeriod } from '#contract/ranking.ts';
import type { Review } from '#contract/reviews.ts';
import { type SnapshotLine, snapshotLine, snapshotLineKey } from '#contract/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import { type CatalogueModel, type ModelSetting, catalogueOf } from '#domain/modelSettings.ts';
import type { TimedRange } from '#domain/ranking.ts';

/** Conversations with a GPT on days in a row, up to 90, oldest first: imported from elsewhere and held here. */
export type Usage = {
  /** The last day that is known, or the last one of use where that is more than 90 days before. */
  lastDay: Day;
  imported: readonly number[];
  own: readonly number[];
  /** The places of the days whose imported number is a share of what grew over a gap of its source. */
  estimated: readonly number[];
  /** The places of the days of these gaps, of which no source has a reading. */
  gaps: readonly number[];
  /** The last day that the source knows, and the first one of use here: what lies between is unknown. */
  importedUntil: Day | null;
  ownSince: Day | null;
};

/** A place in a frozen period. */
export type RankingRow = RankingNumbers & { id: string };

export type Snapshot = {
  /** The last day whose numbers are complete. */
  closedDay: Day;
  /** The public GPTs, most chats first, then by id. */
  gpts: readonly Gpt[];
  /** When each GPT was changed last, an ISO instant by its id, where that is known. */
  changed: ReadonlyMap<string, string>;
  /** Ids that were taken out of the directory, sorted. */
  removed: readonly string[];
  /** By GPT id; a GPT that was never used has none. */
  usage: ReadonlyMap<string, Usage>;
  /** The newest reviews with a text by GPT id, newest first. */
  reviews: ReadonlyMap<string, readonly Review[]>;
  /** The frozen periods, newest first; of days, one more than have a page. */
  periods: Readonly<Record<TimedRange, readonly RankingPeriod[]>>;
  /** The tables of those periods, by `rankingKey`; `rankingRows.ts` reads them. */
  rankings: ReadonlyMap<string, readonly RankingRow[]>;
  /** Conversations of each category in the newest frozen month, by slug. */
  categories: ReadonlyMap<string, CategorySums>;
  /** A digest of each line by its key (`snapshotLineKey`): pages made of the same lines are the same. */
  lines: ReadonlyMap<string, string>;
  /** The model catalogue in its order, hidden models included: as it is shipped, with what the operator changed. */
  models: readonly CatalogueModel[];
  /** The models that nobody answers for, with the day on which their provider shut them down, by their ids. */
  unavailable: ReadonlyMap<string, Day | null>;
};

export type CategorySums = { own: number; imported: number };

/** The key of a table: a range, the value of a period, and a category or, for all GPTs, an empty scope. */
export function rankingKey(range: TimedRange, value: string, scope = ''): string {
  return `${range}/${value}/${scope}`;
}

/** Digests of lines by their keys. */
export type CheckedLines = Readonly<Record<string, string>>;

/** Reads and parses the snapshot in a file. Throws when no file is named, or when it breaks the contract. */
export function readSnapshotFile(file: string | undefined): Snapshot {
  if (file !== undefined) return parseSnapshot(readFileSync(file));
  throw new Error(
    'SNAPSHOT_FILE must name the snapshot to build from; `npm run publish-site` sets it',
  );
}

/**
 * Parses NDJSON as `contract/snapshot.ts` describes it. Lines whose digest is in `checked` are not checked again: the same
 * code has checked them before. Throws a sentence that names line, record and field when one breaks the contract.
 */
export function parseSnapshot(bytes: Buffer, checked: CheckedLines = {}): Snapshot {
  const gathered: Gathered = {
    closedDay: undefined,
    gpts: [],
    changed: new Map(),
    removed: [],
    usage: new Map(),
    reviews: new Map(),
    periods: { daily: [], weekly: [], monthly: [] },
    rankings: new Map(),
    categories: new Map(),
    modelSettings: [],
    unavailable: new Map(),
    lines: new Map(),
  };
  let number = 0;
  let ended = false;
  for (const bytesOfLine of linesOf(bytes)) {
    if (ended) throw new Error(`The snapshot goes on after its end, in line ${number + 1}`);
    const digest = hash('sha256', bytesOfLine, 'base64url').slice(0, 22);
    const line = parseLine(bytesOfLine.toString(), number + 1, (key) => checked[key] === digest);
    if (line.type === 'end') ended = isWhole(line.lines, number);
    else gather(gathered, line);
    gathered.lines.set(snapshotLineKey(line), digest);
    number += 1;
  }
  if (!ended)
    throw new Error(`The snapshot is cut off after line ${number}: its end line is missing`);
  return finish(gathered);
}

type Gathered = {
  closedDay: Day | undefined;
  gpts: Gpt[];
  changed: Map<string, string>;
  removed: string[];
  usage: Map<string, Usage>;
  reviews: Map<string, Review[]>;
  periods: Record<TimedRange, RankingPeriod[]>;
  rankings: Map<string, RankingRow[]>;
  categories: Map<string, CategorySums>;
  modelSettings: ModelSetting[];
  unavailable: Map<string, Day | null>;
  lines: Map<string, string>;
};

function* linesOf(bytes: Buffer): Generator<Buffer> {
  if (!isUtf8(bytes)) throw new Error('The snapshot is not text in UTF-8');
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    if (end > start) yield bytes.subarray(start, end);
    start = end + 1;
  }
}

function parseLine(
  text: string,
  number: number,
  isChecked: (key: string) => boolean,
): SnapshotLine {
  const value = parseJson(text, number);
  const key = keyOf(value);
  if (key !== undefined && isChecked(key)) return value as SnapshotLine;
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

/** Returns the key of a value that may be a line. */
function keyOf(value: unknown): string | undefined {
  try {
    return snapshotLineKey(value as SnapshotLine);
  } catch {
    return undefined;
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
      if (line.since !== undefined) throw new Error('The snapshot tells changes only');
      gathered.closedDay = line.closed_day;
      for (const { id, closed } of line.unavailable_models ?? []) {
        gathered.unavailable.set(id, closed);
      }
      return;
    case 'gpt':
      if (line.gpt.visibility === 'public') gathered.gpts.push(line.gpt);
      if (line.changed !== undefined) gathered.changed.set(line.gpt.id, line.changed);
      return;
    case 'removed':
      gathered.removed.push(line.id);
      return;
    case 'usage': {
      const { imported, own, estimated, gaps } = line;
      gathered.usage.set(line.id, {
        lastDay: line.last_day,
        imported,
        own,
        estimated,
        gaps,
        importedUntil: line.imported_until,
        ownSince: line.own_since,
      });
      return;
    }
    case 'reviews':
      gathered.reviews.set(line.id, line.reviews);
      return;
    case 'period':
      gathered.periods[line.range].push(line.period);
      return;
    case 'ranking':
      gathered.rankings.set(rankingKey(line.range, line.value, line.scope), line.rows);
      return;
    case 'category':
      gathered.categories.set(line.category, { own: line.own, imported: line.imported });
      return;
    case 'model':
      gathered.modelSettings.push(settingOf(line));
  }
}

function settingOf(line: Extract<SnapshotLine, { type: 'model' }>): ModelSetting {
  const { type: _, max_input_tokens, max_output_tokens, coming_prices, ...setting } = line;
  return {
    ...setting,
    coming: coming_prices,
    maxInputTokens: max_input_tokens,
    maxOutputTokens: max_output_tokens,
  };
}

function finish(gathered: Gathered): Snapshot {
  const { closedDay, gpts, removed, periods, modelSettings, ...rest } = gathered;
  if (closedDay === undefined) throw new Error('The snapshot does not begin with its closed day');
  return {
    closedDay,
    // The order of lines means nothing: a change may have been added anywhere.
    gpts: gpts.toSorted(byPopularity),
    removed: removed.toSorted(),
    periods: {
      daily: periods.daily.toSorted(newestFirst),
      weekly: periods.weekly.toSorted(newestFirst),
      monthly: periods.monthly.toSorted(newestFirst),
    },
    models: catalogueOf(modelSettings),
    ...rest,
  };
}

function byPopularity(one: Gpt, other: Gpt): number {
  if (one.chats !== other.chats) return other.chats - one.chats;
  return one.id < other.id ? -1 : 1;
}

function newestFirst(one: RankingPeriod, other: RankingPeriod): number {
  return one.to < other.to ? 1 : -1;
}
