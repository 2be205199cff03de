import { describe, expect, it } from 'vitest';
import type { RankingView } from '#catalog/ranking/rankingPages.ts';
import { rankingFiles } from '#catalog/ranking/rankingDownloads.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { addDays } from '#domain/dates.ts';
import { languages } from '#domain/languages/languages.ts';
import { contextOf, emptyContext } from '../../../fixtures/buildContext.ts';
import { periodLine, rankingRow } from '../../../fixtures/rankingLines.ts';
import { makeGpt, makeSnapshot, snapshotText } from '../../../fixtures/snapshot.ts';
import { rankingPages } from '../../../setup/catalogViews.ts';

function englishPages(text: string): RankingView[] {
  return rankingPages(contextOf(parseSnapshot(Buffer.from(text)))).filter(
    ({ frame }) => frame.language === 'en',
  );
}

function pageAt<Kind extends RankingView['kind']>(
  views: readonly RankingView[],
  path: string,
  kind: Kind,
) {
  const view = views.find(({ frame }) => frame.path === path);
  if (view?.kind !== kind) throw new Error(`There is no page of kind ${kind} at ${path}`);
  return view as Extract<RankingView, { kind: Kind }>;
}

describe('the pages of the ranking', () => {
  const english = englishPages(makeSnapshot('2026-03-08', 30));
  const paths = english.map(({ frame }) => frame.path);

  it('are one for all time, and for each range one without a period and one for each frozen period', () => {
    expect(paths).toEqual(expect.arrayContaining(['/en/ranking/all', '/en/ranking/daily']));
    expect(paths).toContain('/en/ranking/daily/2026-03-08');
    expect(paths).toContain('/en/ranking/weekly/2026-03-02');
    expect(paths).toContain('/en/ranking/monthly/2026-02');
    expect(paths).not.toContain('/en/ranking/monthly/2026-03');
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('show the newest frozen period if no time is named', () => {
    const view = pageAt(english, '/en/ranking/weekly', 'timed');
    expect(view).toMatchObject({ time: undefined, period: { value: '2026-03-02' }, next: null });
    expect(view.previous?.value).toBe('2026-02-23');
  });

  it('cover the newest ninety days; the oldest links to the day before', () => {
    const days = Array.from({ length: 91 }, (_, back) => addDays('2026-03-08', -back));
    const lines = days.map((day) => periodLine('daily', { value: day, from: day, to: day }));
    const text = snapshotText('2026-03-08', lines);
    const views = englishPages(text).flatMap((view) => (view.kind === 'timed' ? [view] : []));
    expect(views).toHaveLength(91);
    expect(views.at(-1)).toMatchObject({ time: days[89], previous: { value: days[90] } });
    expect(views.at(-1)?.periods).toHaveLength(90);
    const files = rankingFiles(contextOf(parseSnapshot(Buffer.from(text))));
    expect(files.filter(({ range }) => range === 'daily')).toHaveLength(91);
  });

  it('rank by growth, with every number of a place', () => {
    const { rows } = pageAt(english, '/en/ranking/weekly/2026-03-02', 'timed');
    const growth = rows.map((row) => row.growth);
    expect(growth).toEqual(growth.toSorted((one, other) => other - one));
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.every(({ rate }) => Number.isFinite(rate))).toBe(true);
    expect(rows.some(({ movement }) => movement !== null && movement !== 0)).toBe(true);
  });

  it('describe the first 25 places in a line', () => {
    const { rows } = pageAt(english, '/en/ranking/weekly/2026-03-02', 'timed');
    expect(rows.length).toBeGreaterThan(25);
    const described = rows.filter(({ description }) => description !== '');
    expect(described.map(({ rank }) => rank)).toEqual(
      Array.from({ length: 25 }, (_, at) => at + 1),
    );
    expect(Math.max(...described.map(({ description }) => description.length))).toBeLessThan(95);
  });

  it('show the categories of the newest month, and the ranking within each', () => {
    const overview = pageAt(english, '/en/ranking/categories', 'categories');
    const growth = overview.categories.map((category) => category.growth);
    expect(growth).toEqual(growth.toSorted((one, other) => other - one));
    expect(overview.categories.find(({ slug }) => slug === 'data')).toMatchObject({ gpts: 5 });
    expect(overview.categories.find(({ slug }) => slug === '教育')).toMatchObject({
      growth: 0,
      first: null,
    });
    const view = pageAt(english, '/en/ranking/categories/data', 'category');
    expect(view.rows.every(({ category }) => category === 'data')).toBe(true);
    expect(view.categories).not.toContain('教育');
    const unranked = pageAt(english, '/en/ranking/categories/%E6%95%99%E8%82%B2', 'empty');
    expect(unranked).toMatchObject({ category: '教育', frame: { isUnlisted: true } });
    expect(unranked.suggested.picks.map(({ category }) => category)).toContain('教育');
  });

  it('are one page for each range that explains that nothing is frozen', () => {
    const empty = emptyContext();
    const views = rankingPages(empty);
    expect(views).toHaveLength(5 * languages.length);
    expect(views.every(({ frame }) => frame.isUnlisted)).toBe(true);
    expect(new Set(views.map(({ kind }) => kind))).toEqual(new Set(['empty']));
  });
});

describe('the page of a range without a frozen period', () => {
  const gpt = (id: string, created: string | null, more: Partial<Gpt> = {}): SnapshotLine => ({
    type: 'gpt',
    gpt: makeGpt({ id, created, chats: 0, imported_chats: null, ...more }),
  });
  const old = Array.from({ length: 6 }, (_, number) => gpt(`old-${number}`, '2026-01-01'));
  const english = englishPages(
    snapshotText('2026-03-08', [
      ...old,
      gpt('unknown', null),
      gpt('z-new', '2026-03-01'),
      gpt('z-newest', '2026-03-02', { categories: ['data'] }),
      // Three of a collection, which is shown in every language then.
      ...['itinerary-with-margins', 'layover-guide', 'trip-planner'].map((id) =>
        gpt(id, '2026-01-01'),
      ),
    ]),
  );

  it('shows the recommended GPTs in their order, and the newest GPTs', () => {
    for (const range of ['all', 'daily', 'weekly', 'monthly', 'categories']) {
      const { picks, newest } = pageAt(english, `/en/ranking/${range}`, 'empty').suggested;
      expect(picks).toHaveLength(6);
      expect(picks.map(({ id }) => id)).toEqual(expect.arrayContaining(['layover-guide']));
      expect(newest.map(({ id }) => id).slice(0, 2)).toEqual(['z-newest', 'z-new']);
      expect(newest.at(-1)?.id).toBe('unknown');
    }
  });

  it('exists for each category too, with GPTs of the category', () => {
    const { suggested, category } = pageAt(english, '/en/ranking/categories/data', 'empty');
    const { picks } = suggested;
    expect(category).toBe('data');
    expect(picks.map(({ id }) => id)).toContain('z-newest');
    expect(picks.every((card) => card.category === 'data')).toBe(true);
  });
});

const day = (value: string, sums: Partial<RankingPeriod> = {}): SnapshotLine =>
  periodLine('daily', { value, from: value, to: value }, { own: 0, ...sums });

describe('the page of a period', () => {
  it('suggests GPTs when none of the ranked ones is shown any more, and is not listed', () => {
    const lines: SnapshotLine[] = [
      { type: 'gpt', gpt: makeGpt({ id: 'left', categories: [] }) },
      day('2026-03-06'),
      day('2026-03-07'),
      {
        type: 'ranking',
        range: 'daily',
        value: '2026-03-07',
        scope: '',
        rows: [rankingRow(1, 'removed')],
      },
      day('2026-03-08'),
      {
        type: 'ranking',
        range: 'daily',
        value: '2026-03-08',
        scope: '',
        rows: [rankingRow(1, 'left')],
      },
    ];
    const views = englishPages(snapshotText('2026-03-08', lines));
    const gone = pageAt(views, '/en/ranking/daily/2026-03-07', 'timed');
    expect(gone).toMatchObject({ rows: [], frame: { isUnlisted: true } });
    expect(gone.suggested?.picks.map(({ id }) => id)).toEqual(['left']);
    const there = pageAt(views, '/en/ranking/daily/2026-03-08', 'timed');
    expect(there.suggested).toBeNull();
    expect(there.frame.isUnlisted).toBeUndefined();
  });

  const numbers = {
    own: 3,
    imported: 20,
    previous: 100,
    is_new: true,
    is_estimated: true,
    trend: [100, 23],
  };
  const english = englishPages(
    snapshotText('2026-03-08', [
      { type: 'gpt', gpt: makeGpt({ id: 'shown' }) },
      day('2026-03-08', { own: 1, imported: 2, refrozen: '2026-03-10', note: 'A day came late' }),
      day('2026-03-05', { imported: 2 }),
      day('2026-03-04', { own: 2 }),
      {
        type: 'ranking',
        range: 'daily',
        value: '2026-03-08',
        scope: '',
        rows: [rankingRow(1, 'taken-out-since', numbers), rankingRow(2, 'shown', numbers)],
      },
    ]),
  );
  const page = (value: string) => pageAt(english, `/en/ranking/daily/${value}`, 'timed');

  it('names the chats that its numbers contain', () => {
    const contains = ['2026-03-08', '2026-03-05', '2026-03-04'].map(
      (value) => page(value).contains,
    );
    expect(contains).toEqual(['both', 'imported', 'own']);
  });

  it('keeps the frozen places, and leaves out GPTs that are not shown any more', () => {
    expect(page('2026-03-08').rows).toMatchObject([
      { id: 'shown', rank: 2, growth: 23, own: 3, imported: 20, previous: 100, rate: -0.77 },
    ]);
    expect(page('2026-03-08').rows[0]).toMatchObject({ isNew: true, isEstimated: true });
  });

  it('links to its frozen neighbours, also across a gap', () => {
    const { previous, next } = page('2026-03-05');
    expect([previous?.value, next?.value]).toEqual(['2026-03-04', '2026-03-08']);
    expect(page('2026-03-04').previous).toBeNull();
  });

  it('names the time and the reason of a recount', () => {
    expect(page('2026-03-08').period).toMatchObject({
      refrozen: '2026-03-10',
      note: 'A day came late',
    });
  });
});
