import { describe, expect, it } from 'vitest';
import { parseSnapshot, rankingKey } from '#catalog/readSnapshot.ts';
import { makeGpt, makeSnapshot, nastyGpts, snapshotText } from '../../fixtures/snapshot.ts';

const day = '2026-03-08';
const parse = (text: string) => parseSnapshot(Buffer.from(text));

describe('reading a snapshot', () => {
  it('orders GPTs by chats, then id, and leaves out private ones', () => {
    const gpts = [
      makeGpt({ id: 'b', chats: 5 }),
      makeGpt({ id: 'a', chats: 5 }),
      makeGpt({ id: 'most', chats: 9 }),
      makeGpt({ id: 'hidden', chats: 99, visibility: 'private' }),
      makeGpt({ id: 'linked', chats: 99, visibility: 'link' }),
    ];
    const { gpts: read } = parse(
      snapshotText(
        day,
        gpts.map((gpt) => ({ type: 'gpt', gpt })),
      ),
    );
    expect(read.map(({ id }) => id)).toEqual(['most', 'a', 'b']);
  });

  it('keeps days of use, reviews, frozen periods with their tables, and removed GPTs', () => {
    const { usage, reviews, periods, rankings, categories, removed, closedDay } = parse(
      makeSnapshot(day, 10),
    );
    expect(usage.get('fixture-0')).toMatchObject({ lastDay: day, estimated: [] });
    expect(usage.get('fixture-0')?.own).toHaveLength(90);
    expect(usage.get('fixture-4')?.own).toEqual([13, 10, 7, 4, 12, 9]);
    expect(reviews.get('fixture-3')?.map(({ rating }) => rating)).toEqual([5, 4]);
    expect(periods.weekly.map(({ value }) => value).slice(0, 2)).toEqual([
      '2026-03-02',
      '2026-02-23',
    ]);
    expect(rankings.get(rankingKey('weekly', '2026-03-02'))).toHaveLength(10);
    expect(rankings.get(rankingKey('monthly', '2026-02', 'writing'))?.length).toBeGreaterThan(0);
    expect(categories.get('writing')?.own).toBeGreaterThan(0);
    expect(removed).toEqual(['gone']);
    expect(closedDay).toBe(day);
  });

  it('keeps texts of every kind unchanged', () => {
    const { gpts } = parse(makeSnapshot(day, 0));
    expect(gpts.map(({ id }) => id).toSorted()).toEqual(nastyGpts.map(({ id }) => id).toSorted());
    expect(gpts.find(({ id }) => id === 'nasty-markup')?.name).toContain('<ShowMe>');
  });

  it.each([
    ['nothing at all', '', 'cut off after line 0'],
    ['a cut end', snapshotText(day, []).split('\n')[0] ?? '', 'its end line is missing'],
    ['a line that is not JSON', '{"type":\n', 'line 1 is not JSON'],
    [
      'a record without a name',
      `${JSON.stringify({ type: 'gpt', gpt: { ...makeGpt({ id: 'x' }), name: '' } })}\n`,
      'line 1 (gpt “x”) is wrong: field “gpt.name”',
    ],
    ['an unknown record', '{"type":"other"}\n', 'line 1 (other) is wrong: field “type”'],
    [
      'a wrong day',
      '{"type":"usage","id":"x","last_day":"2026-02-30","imported":[0],"own":[1],"estimated":0}\n',
      'field “last_day”: Must be a day',
    ],
    ['a wrong count', '{"type":"end","lines":3}\n', 'announces 3 lines and has 0'],
    ['lines after its end', `${snapshotText(day, [])}{"type":"removed","id":"x"}\n`, 'goes on'],
    ['no closed day', '{"type":"end","lines":0}\n', 'does not begin with its closed day'],
  ])('refuses %s in a sentence', (_, text, sentence) => {
    expect(() => parse(text)).toThrow(sentence);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseSnapshot(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow();
  });
});
