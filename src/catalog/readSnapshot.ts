import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Gpt } from '#contract/gpts/gpts.ts';
import type { RankingNumbers, RankingPeriod } from '#contract/ranking/ranking.ts';
import type { Review } from '#contract/reviews/reviews.ts';
import { type SnapshotLine, snapshotLine, snapshotLineKey } from '#contract/publishing/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import {
  type CatalogueModel,
  type ModelSetting,
  catalogueOf,
  searchModelOf,
} from '#domain/models/modelSettings.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import { problemOf } from '#domain/json.ts';

/**
 * Conversations with a GPT on up to 90 consecutive days, oldest first: imported ones, and those on this site (`own`).
 */
export type Usage = {
  /** The last known day, or the last day of use if that is more than 90 days before. */
  lastDay: Day;
  imported: readonly number[];
  own: readonly number[];
  /** Indexes of the days whose imported number is a share of the growth over a gap of its source. */
  estimated: readonly number[];
  /** Indexes of the days of these gaps, which have no reading. */
  gaps: readonly number[];
  /** The last day of the source, and the first day of use on this site. Days between them are unknown. */
  importedUntil: Day | null;
  ownSince: Day | null;
};

/** A place in a frozen period. */
export type RankingRow = RankingNumbers & { id: string; users?: number | undefined };

export type Snapshot = {
  /** The last day whose numbers are complete. */
  closedDay: Day;
  /** The public GPTs, most chats first, then by id. */
  gpts: readonly Gpt[];
  /** The times of the last changes of GPTs, if known: ISO instants by id. */
  changed: ReadonlyMap<string, string>;
  /** Ids of removed GPTs, sorted. */
  removed: readonly string[];
  /** Usage by the id of the GPT. GPTs without chats have none. */
  usage: ReadonlyMap<string, Usage>;
  /** The newest reviews with a text by the id of the GPT, newest first. */
  reviews: ReadonlyMap<string, readonly Review[]>;
  /** The frozen periods, newest first. There is one more day than days with a page. */
  periods: Readonly<Record<TimedRange, readonly RankingPeriod[]>>;
  /** The tables of those periods by `rankingKey`. `rankedGpt.ts` reads them. */
  rankings: ReadonlyMap<string, readonly RankingRow[]>;
  /** The records of those periods by `{range}/{value}`, with their files (zlib in base64). */
  records: ReadonlyMap<string, PeriodRecords>;
  /** Conversations of each category in the newest frozen month, by slug. */
  categories: ReadonlyMap<string, CategorySums>;
  /** A digest of each line by its key (`snapshotLineKey`). Pages made from the same lines are equal. */
  lines: ReadonlyMap<string, string>;
  /** The model catalogue with the operator's changes, in its order, including hidden models. */
  models: readonly CatalogueModel[];
  /** AI search with the operator's changes. */
  search: CatalogueModel;
  /** The shutdown days of models without a provider, by id; `null` if no provider is connected. */
  unavailable: ReadonlyMap<string, Day | null>;
  /** The models that answer in the place of others, by the id of these. */
  replaced: ReadonlyMap<string, string>;
};

/**
 * The records of a frozen period, oldest first, and the files that their hashes are of: zlib in base64. No records and
 * empty files if the records were removed.
 */
export type PeriodRecords = Pick<
  Extract<SnapshotLine, { type: 'record' }>,
  'records' | 'inputs' | 'result'
>;

export type CategorySums = { own: number; imported: number };

/** Returns the key of a table. `scope` is a category, or empty for all GPTs. */
export function rankingKey(range: TimedRange, value: string, scope = ''): string {
  return `${range}/${value}/${scope}`;
}

/** Digests of lines by their keys. */
export type CheckedLines = Readonly<Record<string, string>>;

/** Reads and parses the snapshot in a file. Throws an error if there is no file, or if it breaks the contract. */
export function readSnapshotFile(file: string | undefined): Snapshot {
  if (file !== undefined) return parseSnapshot(readFileSync(file));
  throw new Error(
    'SNAPSHOT_FILE must name the snapshot to build from; `npm run publish-site` sets it',
  );
}

/**
 * Parses the NDJSON of `contract/publishing/snapshot.ts`. Lines with a digest in `checked` are not checked again, because the same code
 * has checked them before. Throws an error with line, record and field if a line breaks the contract.
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
    records: new Map(),
    categories: new Map(),
    modelSettings: [],
    unavailable: new Map(),
    replaced: new Map(),
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
  records: Map<string, PeriodRecords>;
  categories: Map<string, CategorySums>;
  modelSettings: ModelSetting[];
  unavailable: Map<string, Day | null>;
  replaced: Map<string, string>;
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
  throw new Error(
    `The snapshot’s line ${number} (${recordName(value)}) is wrong: ${problemOf(result.error)}`,
  );
}

function parseJson(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The snapshot’s line ${number} is not JSON`);
  }
}

/** Returns the key of a value, if it is a line. */
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
      for (const { id, name } of line.replaced_models ?? []) gathered.replaced.set(id, name);
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
    case 'record': {
      const { range, value, records, inputs, result } = line;
      gathered.records.set(`${range}/${value}`, { records, inputs, result });
      return;
    }
    case 'category':
      gathered.categories.set(line.category, { own: line.own, imported: line.imported });
      return;
    case 'model':
      gathered.modelSettings.push(settingOf(line));
  }
}

function settingOf(line: Extract<SnapshotLine, { type: 'model' }>): ModelSetting {
  const { type: _, max_input_tokens, step_tokens, max_output_tokens, ...rest } = line;
  const { coming_prices, ...setting } = rest;
  return {
    ...setting,
    coming: coming_prices,
    maxInputTokens: max_input_tokens,
    stepTokens: step_tokens,
    maxOutputTokens: max_output_tokens,
  };
}

function finish(gathered: Gathered): Snapshot {
  const { closedDay, gpts, removed, periods, modelSettings, ...rest } = gathered;
  if (closedDay === undefined) throw new Error('The snapshot does not begin with its closed day');
  return {
    closedDay,
    // Sorted, because the order of lines has no meaning.
    gpts: gpts.toSorted(byPopularity),
    removed: removed.toSorted(),
    periods: {
      daily: periods.daily.toSorted(newestFirst),
      weekly: periods.weekly.toSorted(newestFirst),
      monthly: periods.monthly.toSorted(newestFirst),
    },
    models: catalogueOf(modelSettings),
    search: searchModelOf(modelSettings),
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
