import { describe, expect, it } from 'vitest';
import { rankingFiles } from '#catalog/ranking/rankingDownloads.ts';
import { rangeOf, timeOf } from '#catalog/ranking/rankingPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { type RankingDownload, rankingDownload } from '#contract/ranking/rankingDownload.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import { rankingDataPath } from '#domain/ranking/rankingPaths.ts';
import { makeGpt } from '../../../fixtures/makeGpt.ts';
import { byRank } from '../../../fixtures/rankings.ts';
import { contextOf, emptyContext } from '../../../fixtures/buildContext.ts';
import { makeSnapshot, snapshotText } from '../../../fixtures/snapshot.ts';
import { rankingPages } from '../../../setup/catalogViews.ts';

const context = contextOf(parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 30))));
const files = rankingFiles(context);
const wire = (content: RankingDownload) =>
  rankingDownload.parse(JSON.parse(JSON.stringify(content)));

describe('the files of the rankings', () => {
  it('are one file for each page with places in all languages, as the contract defines it', () => {
    const paths = files.map(({ range, time }) => rankingDataPath(range, time));
    const pages = rankingPages(context)
      .filter(({ kind }) => kind !== 'empty')
      .map((view) => rankingDataPath(rangeOf(view), timeOf(view)));
    expect(new Set(paths)).toEqual(new Set(pages));
    expect(new Set(paths).size).toBe(paths.length);
    for (const { content } of files) expect(wire(content)).toEqual(content);
  });

  it('have numbers that follow from each other by their formula', () => {
    for (const { content } of files) {
      if (content.kind !== 'period') continue;
      const ranked = content.rows.map(({ id, growth, growth_rate: rate }) => ({
        id,
        growth,
        rate,
      }));
      expect(ranked).toEqual(ranked.toSorted(byRank));
      for (const row of content.rows) {
        expect(row.growth).toBe(row.own + row.imported);
        expect(row.growth_rate).toBeCloseTo(growthRate(row.growth, row.previous), 4);
        expect(row.trend.at(-1)).toBe(row.growth);
      }
    }
  });

  it('name the parts of all-time totals: own chats, imported chats, and the reading', () => {
    const reading = { source: 'history-daily', day: '2026-03-07' };
    const gpts = [
      makeGpt({ id: 'read', chats: 30, imported_chats: 20, imported_reading: reading }),
      makeGpt({ id: 'counted', chats: 15, imported_chats: 15 }),
      makeGpt({ id: 'own', chats: 10 }),
    ];
    const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
    const some = contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
    const all = rankingFiles(some).find(({ range }) => range === 'all')?.content;
    expect(all).toMatchObject({
      data_until: '2026-03-07',
      rows: [
        { own: 10, imported: 20, imported_source: 'history-daily', imported_day: '2026-03-07' },
        { own: 0, imported: 15, imported_source: null, imported_day: null },
        { own: 10, imported: null, imported_source: null, imported_day: null },
      ],
    });
  });

  it('explain every field of their rows', () => {
    for (const { content } of files) {
      const [row] = content.rows;
      if (row) expect(Object.keys(row).toSorted()).toEqual(Object.keys(content.columns).toSorted());
    }
  });

  it('show the newest period under the name of its range', () => {
    const newest = files.find(({ range }) => range === 'weekly');
    expect(newest?.time).toBeUndefined();
    expect(newest?.content).toMatchObject({ kind: 'period', period: { value: '2026-03-02' } });
  });

  it('are only that of all time before anything is frozen', () => {
    const empty = rankingFiles(emptyContext());
    expect(empty.map(({ range, content }) => [range, content.rows])).toEqual([['all', []]]);
  });
});
