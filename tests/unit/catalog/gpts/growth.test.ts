import { describe, expect, it } from 'vitest';
import { categoryRanksOf, risingThisWeek, weekGrowthOf } from '#catalog/gpts/growth.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { Language } from '#domain/languages/languages.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { periodLine, rankingRow } from '../../../fixtures/rankingLines.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';
import { gptPages } from '../../../setup/catalogViews.ts';

const ids = (
  'first riser faller small guessed unranked long-ago unknown ' +
  'ends-within ends-early partly-gap mostly-gap returned between newer'
).split(' ');

/** A place of the week from the 2nd to the 8th of March. */
function place(rank: number, id: string, own: number, previous: number) {
  return rankingRow(rank, id, { own, previous, movement: 0, trend: [own] });
}

type UsageLine = Extract<SnapshotLine, { type: 'usage' }>;

/** Days with one imported conversation each, all of them known. */
function usage(
  id: string,
  lastDay: string,
  own: number[],
  more: Partial<UsageLine> = {},
): UsageLine {
  const imported = own.map(() => 1);
  const known = { imported_until: lastDay, own_since: null };
  return {
    type: 'usage',
    id,
    last_day: lastDay,
    own,
    imported,
    estimated: [],
    gaps: [],
    ...known,
    ...more,
  };
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);

const gpts = ids.map((id): SnapshotLine => ({
  type: 'gpt',
  gpt: makeGpt({ id, categories: ['writing', 'Fun'] }),
}));

const snapshot = parseSnapshot(
  Buffer.from(
    snapshotText('2026-03-10', [
      ...gpts,
      usage('unranked', '2026-03-10', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      usage('long-ago', '2025-01-01', [7]),
      // The week is from the 2nd to the 8th of March.
      usage('ends-within', '2026-03-05', zeros(14)),
      usage('ends-early', '2026-03-04', zeros(14)),
      usage('partly-gap', '2026-03-10', zeros(14), { estimated: [6, 7, 8, 9], gaps: [6, 7, 8] }),
      usage('mostly-gap', '2026-03-10', zeros(14), {
        estimated: [6, 7, 8, 9, 10],
        gaps: [6, 7, 8, 9],
      }),
      usage('returned', '2025-01-01', [7], { own_since: '2024-12-31' }),
      usage('between', '2026-03-10', zeros(20), {
        imported: zeros(20),
        imported_until: '2026-02-20',
        own_since: '2026-03-10',
      }),
      usage('newer', '2026-03-10', [1, 1], { own_since: '2026-03-09' }),
      periodLine('weekly', { value: '2026-03-02', from: '2026-03-02', to: '2026-03-08' }),
      periodLine('monthly', { value: '2026-02', from: '2026-02-01', to: '2026-02-28' }),
      {
        type: 'ranking',
        range: 'weekly',
        value: '2026-03-02',
        scope: '',
        rows: [
          place(1, 'first', 5_000, 4_000),
          place(2, 'faller', 200, 300),
          { ...place(3, 'riser', 100, 50), users: 12 },
          place(4, 'gone', 90, 0),
          place(5, 'small', 19, 0),
          { ...place(6, 'guessed', 18, 18), is_estimated: true },
        ],
      },
      {
        type: 'ranking',
        range: 'monthly',
        value: '2026-02',
        scope: 'fun',
        rows: [place(1, 'first', 9, 0), place(2, 'riser', 8, 0)],
      },
    ]),
  ),
);

describe('growth in the newest frozen week', () => {
  it('is the frozen figure, with the place', () => {
    expect(weekGrowthOf(snapshot, 'riser')).toEqual({
      from: '2026-03-02',
      to: '2026-03-08',
      growth: 100,
      rate: 1,
      rank: 3,
      isEstimated: false,
      users: 12,
    });
    expect(weekGrowthOf(snapshot, 'guessed')).toMatchObject({
      growth: 18,
      isEstimated: true,
      users: null,
    });
  });

  it('is summed from the days of use for a GPT without a place', () => {
    // The twelve days begin on the 27th of February: 3 of them before the week, 7 in it, each with one imported chat.
    expect(weekGrowthOf(snapshot, 'unranked')).toMatchObject({
      growth: 4 + 5 + 6 + 7 + 8 + 9 + 10 + 7,
      rate: (56 - 9) / 50,
      rank: null,
      isEstimated: false,
    });
  });

  it.each(['long-ago', 'ends-early', 'mostly-gap', 'between', 'newer'])(
    'is unknown, not zero, if more than half of the week is unknown: %s',
    (id) => expect(weekGrowthOf(snapshot, id)).toBeNull(),
  );

  it('is an estimate if a part of the week is unknown or a gap', () => {
    expect(weekGrowthOf(snapshot, 'ends-within')).toMatchObject({ growth: 4, isEstimated: true });
    expect(weekGrowthOf(snapshot, 'partly-gap')).toMatchObject({ growth: 7, isEstimated: true });
  });

  it('is zero if every day since the first chat here is known', () => {
    const known = { growth: 0, rate: 0, isEstimated: false };
    expect(weekGrowthOf(snapshot, 'returned')).toMatchObject(known);
  });

  it('is unknown without days of use, and before the first week is frozen', () => {
    expect(weekGrowthOf(snapshot, 'unknown')).toBeNull();
    const fresh = parseSnapshot(Buffer.from(snapshotText('2026-03-10', gpts)));
    expect([weekGrowthOf(fresh, 'riser'), risingThisWeek(fresh, 'en', 5)]).toEqual([null, null]);
  });
});

describe('rising this week', () => {
  it('is the highest rate of growth from 20 chats on, never a decline', () => {
    const found = risingThisWeek(snapshot, 'en', 5);
    expect(found?.week.value).toBe('2026-03-02');
    expect(found?.rising.map(({ gpt, row }) => [gpt.id, row.rate])).toEqual([
      ['riser', 1],
      ['first', 0.25],
    ]);
    expect(risingThisWeek(snapshot, 'en', 1)?.rising).toHaveLength(1);
  });

  it('lists languages that the reader knows, and counts the others', () => {
    const languages: Readonly<Record<string, string>> = { riser: 'ja', first: 'de' };
    const gpts = snapshot.gpts.map((gpt) => ({ ...gpt, lang: languages[gpt.id] ?? 'en' }));
    const risingIn = (language: Language) => {
      const found = risingThisWeek({ ...snapshot, gpts }, language, 5);
      return [found?.rising.map(({ gpt }) => gpt.id), found?.others];
    };
    expect(risingIn('ja')).toEqual([['riser'], 1]);
    expect(risingIn('de')).toEqual([['first'], 1]);
    expect(risingIn('en')).toEqual([[], 2]);
  });
});

describe('the places within categories', () => {
  it('are those of the newest frozen month, by slug', () => {
    const riser = snapshot.gpts.find(({ id }) => id === 'riser') ?? makeGpt({ id: 'riser' });
    expect(categoryRanksOf(snapshot, riser)).toEqual([{ category: 'fun', rank: 2 }]);
  });
});

describe('the history of a GPT', () => {
  const historyOf = (id: string) =>
    gptPages(contextOf(snapshot)).find((view) => view.id === id)?.history;

  it('ends with the closed day, or with the last day of use if that is long ago', () => {
    expect(historyOf('unranked')).toMatchObject({ lastDay: '2026-03-10', total: 90 });
    expect(historyOf('long-ago')).toEqual({
      days: [8],
      total: 8,
      lastDay: '2025-01-01',
      estimated: 0,
      isOver: true,
    });
  });

  it('is empty for a GPT that was never used', () => {
    expect(historyOf('unknown')).toBeNull();
  });
});
