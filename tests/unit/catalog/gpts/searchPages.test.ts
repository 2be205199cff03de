import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { searchPages } from '#catalog/gpts/searchPages.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { languages } from '#domain/languages/languages.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { periodLine, rankingRow } from '../../../fixtures/rankingLines.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';
import { homePages } from '../../../setup/catalogViews.ts';

function contextWith(gpts: readonly Gpt[], lines: readonly SnapshotLine[] = []) {
  const all: SnapshotLine[] = [
    ...gpts.map((gpt): SnapshotLine => ({ type: 'gpt', gpt })),
    ...lines,
  ];
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-10', all))));
}

describe('the open page of results', () => {
  const pages = searchPages(
    contextWith([
      makeGpt({
        id: 'a',
        chats: 9,
        tags: ['C#', 'Tips'],
        categories: ['Art & Design'],
        lang: 'de',
      }),
      makeGpt({
        id: 'b',
        chats: 8,
        tags: ['tips', ' TIPS '],
        capabilities: ['code'],
        lang: 'de-CH',
      }),
      makeGpt({ id: 'c', chats: 7, tags: ['tips'], categories: [], lang: 'zh-Hant-TW' }),
      makeGpt({ id: 'd', chats: 6, capabilities: ['code', 'text'], lang: 'zh_Hans' }),
      makeGpt({ id: 'e', chats: 5, lang: null }),
      makeGpt({ id: 'f', visibility: 'private', tags: ['secret'] }),
    ]),
  );

  it('is one in each language', () => {
    expect(pages.map(({ frame }) => frame.path)).toEqual(
      languages.map((language) => `/${language}/search`),
    );
  });

  it('offers the values that GPTs have, in any spelling, most GPTs first', () => {
    const [{ options } = { options: undefined }] = pages;
    expect(options?.tag).toEqual([
      { value: 'tips', label: 'Tips', count: 3 },
      { value: 'c#', label: 'C#', count: 1 },
    ]);
    expect(options?.category.map(({ value, count }) => [value, count])).toEqual([
      ['writing', 3],
      ['art-and-design', 1],
    ]);
    expect(options?.capability.map(({ value }) => value)).toEqual(['code', 'text']);
    expect(options?.content.map(({ value, count }) => [value, count])).toEqual([
      ['de', 2],
      ['zh', 2],
      ['zh-Hans', 1],
      ['zh-Hant', 1],
    ]);
  });

  it('limits the options to the length of a list', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      makeGpt({ id: `many-${index}`, tags: [`tag ${index}`] }),
    );
    const [page] = searchPages(contextWith(many));
    expect(page?.options.tag).toHaveLength(60);
  });
});

describe('the home page', () => {
  const gpts = Array.from({ length: 30 }, (_, index) =>
    makeGpt({ id: `gpt-${index}`, name: `GPT ${index}` }),
  );
  const week = { value: '2026-03-02', from: '2026-03-02', to: '2026-03-08' };
  const rows = gpts.slice(0, 20).map(({ id }, index) => {
    const previous = index === 3 ? 2_000 : 500 - index;
    return rankingRow(index + 1, id, { own: 1_000 - index, previous });
  });

  it('shows the GPTs that rise in the newest frozen week, on the first page only', () => {
    const pages = homePages(
      contextWith(gpts, [
        periodLine('weekly', week),
        { type: 'ranking', range: 'weekly', value: week.value, scope: '', rows },
      ]),
    ).filter(({ frame }) => frame.language === 'de');
    const [first, ...others] = pages.map(({ rows: shown }) => shown?.rising?.gpts.length);
    expect(first).toBe(3);
    expect(new Set(others)).toEqual(new Set([undefined]));
    const rising = pages[0]?.rows?.rising;
    expect(rising?.week).toEqual(week);
    expect(rising?.gpts[0]).toMatchObject({ id: 'gpt-19', name: 'GPT 19' });
    expect(rising?.gpts[0]?.rate).toBeCloseTo((981 - 481) / 481);
    expect(rising?.gpts.map(({ id }) => id)).not.toContain('gpt-3');
  });

  it('lists the newest GPTs in the language of the page, then English ones', () => {
    const made = ['de', 'en', 'vi', 'de', 'en'].map((lang, index) =>
      makeGpt({ id: `${lang}-${index}`, lang, created: `2026-01-0${index + 1}` }),
    );
    const german = homePages(contextWith(made)).find(({ frame }) => frame.language === 'de');
    expect(german?.rows?.newest.map(({ id }) => id)).toEqual(['de-3', 'de-0', 'en-4']);
    expect(german?.rows).toMatchObject({ picks: null, collections: [], prices: { question: 1 } });
  });

  it('shows no rising GPTs without such a week', () => {
    const found = homePages(contextWith(gpts)).map(({ rows: shown }) => shown && shown.rising);
    expect(new Set(found)).toEqual(new Set([null]));
  });
});
