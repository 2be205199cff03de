import { describe, expect, it } from 'vitest';
import { rankPeriod } from '#catalog/rank.ts';
import { rankingPages } from '#catalog/rankingPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { SnapshotLine } from '#contract/snapshot.ts';
import { makeGpt, snapshotText } from '../../fixtures/snapshot.ts';

const day = (id: string, date: string, own: number, imported = 0): SnapshotLine => ({
  type: 'usage',
  id,
  day: date,
  own,
  imported,
});
const gpt = (id: string, created: string | null = '2025-01-01'): SnapshotLine => ({
  type: 'gpt',
  gpt: makeGpt({ id, created }),
});

function snapshotOf(lines: readonly SnapshotLine[]) {
  return parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines)));
}

/** Monday the 23rd of February to Sunday, and the week after it. */
const before = '2026-02-24';
const within = '2026-03-03';
const week = { value: '2026-03-02', from: '2026-03-02', to: '2026-03-08' };

describe('ranking a period', () => {
  const snapshot = snapshotOf([
    gpt('riser'),
    gpt('faller'),
    gpt('steady'),
    gpt('born', '2026-03-04'),
    gpt('silent'),
    day('riser', before, 10),
    day('riser', within, 200),
    day('faller', before, 300),
    day('faller', within, 60),
    day('steady', before, 60),
    day('steady', within, 40, 20),
    day('born', within, 5),
    day('unknown-to-the-catalogue', within, 999),
  ]);
  const places = rankPeriod(snapshot, 'weekly', week, 100);

  it('orders by growth, then rate, and leaves out what was not used or is not listed', () => {
    expect(places.map(({ gpt: { id }, growth }) => [id, growth])).toEqual([
      ['riser', 200],
      ['steady', 60],
      ['faller', 60],
      ['born', 5],
    ]);
  });

  it('compares with the period before, by 50 where that was smaller', () => {
    const rates = Object.fromEntries(places.map(({ gpt: { id }, rate }) => [id, rate]));
    expect(rates).toEqual({ riser: 190 / 50, steady: 0, faller: -240 / 300, born: 5 / 50 });
  });

  it('counts the places that were gained and lost', () => {
    const moves = Object.fromEntries(places.map(({ gpt: { id }, movement }) => [id, movement]));
    expect(moves).toEqual({ riser: 2, steady: 0, faller: -2, born: null });
  });

  it('marks as new what was first seen in the period', () => {
    expect(places.filter(({ isNew }) => isNew).map(({ gpt: { id } }) => id)).toEqual(['born']);
  });

  it('takes no more than was asked for', () => {
    expect(rankPeriod(snapshot, 'weekly', week, 2)).toHaveLength(2);
  });
});

describe('a GPT of unknown age', () => {
  it('is new in the period of its first use, except on the first day of all data', () => {
    const snapshot = snapshotOf([
      gpt('old', null),
      gpt('later', null),
      day('old', before, 1),
      day('old', within, 1),
      day('later', within, 1),
    ]);
    const fresh = rankPeriod(snapshot, 'weekly', week, 10).filter(({ isNew }) => isNew);
    expect(fresh.map(({ gpt: { id } }) => id)).toEqual(['later']);
    const first = { value: '2026-02-23', from: '2026-02-23', to: '2026-03-01' };
    expect(rankPeriod(snapshot, 'weekly', first, 10).some(({ isNew }) => isNew)).toBe(false);
  });
});

describe('the ranking pages', () => {
  it('say which chats their numbers contain', () => {
    const snapshot = snapshotOf([
      gpt('a'),
      day('a', '2026-03-06', 1),
      day('a', '2026-03-07', 0, 4),
      day('a', '2026-03-08', 2, 4),
    ]);
    const daily = rankingPages(snapshot).filter(
      (view) => view.kind === 'timed' && view.frame.language === 'en' && view.range === 'daily',
    );
    expect(daily.map((view) => (view.kind === 'timed' ? [view.time, view.contains] : []))).toEqual([
      [undefined, 'both'],
      ['2026-03-08', 'both'],
      ['2026-03-07', 'imported'],
      ['2026-03-06', 'own'],
    ]);
  });
});
