import { categoriesOf } from '#catalog/card.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { sumsOf } from '#catalog/periodSums.ts';
import { rankPeriod } from '#catalog/rank.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { type ContentMarks, clip, contentMarks } from '#catalog/text.ts';
import type { Gpt } from '#contract/gpts.ts';
import { addDays } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages.ts';
import {
  type Period,
  type RankingRange,
  type TimedRange,
  closedPeriods,
  rankingRows,
} from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';

/** A GPT in a table of the ranking. */
export type RankedGpt = {
  id: string;
  name: string;
  marks: ContentMarks;
  author: string | null;
  category: string | null;
};

export type AllTimeRow = RankedGpt & { chats: number; rating: number | null };

export type TimedRow = RankedGpt & {
  growth: number;
  rate: number;
  movement: number | null;
  isNew: boolean;
};

/** Which chats the numbers of a table contain. */
export type Contained = 'own' | 'imported' | 'both';

export type RankingView =
  | { kind: 'all'; frame: Frame; contains: Contained; rows: readonly AllTimeRow[] }
  | { kind: 'empty'; frame: Frame; range: TimedRange }
  | {
      kind: 'timed';
      frame: Frame;
      range: TimedRange;
      /** `undefined` on the page without a time, which shows the newest period. */
      time: string | undefined;
      period: Period;
      /** All periods that have a page, newest first. */
      periods: readonly Period[];
      contains: Contained;
      rows: readonly TimedRow[];
    };

/** How many periods of each range have a page of their own. */
const periodPages: Readonly<Record<TimedRange, number>> = { daily: 90, weekly: 520, monthly: 120 };

const nameCharacters = 80;

/** Every ranking page in every language: all time, and each range with and without a time. */
export function rankingPages(snapshot: Snapshot = readSnapshot()): RankingView[] {
  return languages.flatMap((language) => [
    allTime(snapshot, language),
    ...(['daily', 'weekly', 'monthly'] as const).flatMap((range) =>
      timedPages(snapshot, language, range),
    ),
  ]);
}

/** The range of a page, as its path names it. */
export function rangeOf(view: RankingView): RankingRange {
  return view.kind === 'all' ? 'all' : view.range;
}

function allTime(snapshot: Snapshot, language: Language): RankingView {
  const gpts = snapshot.gpts.slice(0, rankingRows);
  return {
    kind: 'all',
    frame: frameOf(language, rankingPath(language, 'all')),
    contains: containedIn(totals(gpts)),
    rows: gpts.map((gpt) => ({ ...rankedOf(gpt), chats: gpt.chats, rating: gpt.rating })),
  };
}

function timedPages(snapshot: Snapshot, language: Language, range: TimedRange): RankingView[] {
  const today = addDays(snapshot.closedDay, 1);
  const { firstDay } = sumsOf(snapshot);
  const periods = closedPeriods(range, today, firstDay, periodPages[range]);
  const [newest] = periods;
  if (newest === undefined) {
    return [{ kind: 'empty', frame: frameOf(language, rankingPath(language, range)), range }];
  }
  const pageOf = (period: Period, time: string | undefined): RankingView => ({
    kind: 'timed',
    frame: frameOf(language, rankingPath(language, range, time)),
    range,
    time,
    period,
    periods,
    contains: containedIn(sumsOf(snapshot).contents[range].get(period.value)),
    rows: rowsOf(snapshot, range, period),
  });
  return [pageOf(newest, undefined), ...periods.map((period) => pageOf(period, period.value))];
}

const tables = new WeakMap<Snapshot, Map<string, TimedRow[]>>();

/** The same table in eight languages is made once. */
function rowsOf(snapshot: Snapshot, range: TimedRange, period: Period): TimedRow[] {
  const known = tables.get(snapshot) ?? new Map<string, TimedRow[]>();
  tables.set(snapshot, known);
  const key = `${range}/${period.value}`;
  const rows =
    known.get(key) ??
    rankPeriod(snapshot, range, period, rankingRows).map(({ gpt, ...numbers }) => ({
      ...rankedOf(gpt),
      ...numbers,
    }));
  known.set(key, rows);
  return rows;
}

function rankedOf(gpt: Gpt): RankedGpt {
  return {
    id: gpt.id,
    name: clip(gpt.name, nameCharacters) || gpt.id,
    marks: contentMarks(gpt.lang),
    author: gpt.author === null ? null : clip(gpt.author, nameCharacters),
    category: categoriesOf(gpt)[0] ?? null,
  };
}

function containedIn(content: { own: number; imported: number } | undefined): Contained {
  if (content === undefined || content.imported === 0) return 'own';
  return content.own === 0 ? 'imported' : 'both';
}

function totals(gpts: readonly Gpt[]): { own: number; imported: number } {
  const imported = gpts.reduce((sum, gpt) => sum + (gpt.imported_chats ?? 0), 0);
  return { imported, own: gpts.reduce((sum, gpt) => sum + gpt.chats, 0) - imported };
}
