import { describe, expect, it } from 'vitest';
import { gptImage, pageImage, postImage } from '#catalog/site/openGraph.ts';
import { pricingPages } from '#catalog/pricing/pricingPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { tagIndexPages } from '#catalog/labels/labelPages.ts';
import { languages } from '#domain/languages/languages.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeSnapshot } from '../../../fixtures/snapshot.ts';
import {
  authorPages,
  categoryPages,
  gptPages,
  homePages,
  rankingPages,
  tagPages,
} from '../../../setup/catalogViews.ts';

const context = contextOf(parseSnapshot(Buffer.from(makeSnapshot('2026-03-15', 12))));
const marks = { lang: 'en', dir: 'ltr' } as const;
const mark = { id: 'a', hue: 0, glyph: 'plane' } as const;
const gpt = { mark, name: 'Name', marks, author: 'Author', category: 'writing', chats: 12_345 };

describe('the pictures of pages', () => {
  it('are the same for a GPT in all languages', () => {
    const pages = gptPages(context).filter(({ id }) => id === 'fixture-0');
    expect(pages).toHaveLength(languages.length);
    expect(new Set(pages.map(({ frame }) => frame.image.path)).size).toBe(1);
    expect(pages[0]?.frame.image.path).toMatch(/^\/og\/gpt\/[0-9a-f]{20}\.png$/);
  });

  it('do not change with every chat, but with all other data that they show', () => {
    const { path } = gptImage(gpt);
    expect(gptImage({ ...gpt, chats: 12_399 }).path).toBe(path);
    const changes = [
      { chats: 13_000 },
      { name: 'Other' },
      { author: null },
      { mark: { ...mark, hue: 1 } },
    ];
    const others = changes.map((change) => gptImage({ ...gpt, ...change }).path);
    expect(new Set([path, ...others]).size).toBe(changes.length + 1);
  });

  it('have the question of an example in the quotation marks of its language', () => {
    const askedIn = (lang: string) =>
      gptImage({ ...gpt, question: { text: 'a'.repeat(500), marks: { ...marks, lang } } });
    expect(askedIn('ja').alt).toMatch(/ · 「a{119}…」 · /);
    expect(askedIn('ar').alt).toMatch(/ · “a{119}…” · /);
    expect(gptImage({ ...gpt, question: undefined }).path).toBe(gptImage(gpt).path);
    expect(gptImage({ ...gpt, question: { text: '💥 🎉', marks } }).path).toBe(gptImage(gpt).path);
  });

  it('cut texts from right to left before their line ends, because the renderer would draw “…” only', () => {
    const text = 'שלום עולם '.repeat(30);
    const { content } = gptImage({ ...gpt, author: text, question: { text, marks } });
    expect(content).toMatchObject({ kind: 'gpt' });
    const { author, question } = content as {
      author: { text: string };
      question: { text: string };
    };
    expect(author.text.length).toBeLessThanOrEqual(40);
    expect(question.text.length).toBeLessThanOrEqual(57);
  });

  it('use the language of the GPT if the site has it, else English', () => {
    const contentIn = (lang: string) => gptImage({ ...gpt, marks: { ...marks, lang } }).content;
    expect(contentIn('de')).toMatchObject({
      category: { text: 'Schreiben', marks: { lang: 'de' } },
    });
    expect(contentIn('it')).toMatchObject({ category: { text: 'Writing', marks: { lang: 'en' } } });
  });

  it('name the first five of a ranking, in the language of its page', () => {
    const pages = rankingPages(context).filter((view) => view.kind === 'timed');
    const image = pages.find(({ frame }) => frame.path === '/de/ranking/weekly')?.frame.image;
    expect(image?.content).toMatchObject({
      kind: 'ranking',
      title: { text: 'Wochenrangliste' },
    });
    expect(image?.content).toHaveProperty('names.length', 5);
    const newest = pages.find(({ range, time }) => range === 'weekly' && time === undefined);
    const same = pages.filter(({ frame }) => frame.image.path === newest?.frame.image.path);
    expect(same.map(({ time }) => time)).toEqual([undefined, newest?.period.value]);
  });

  it('have an alternative text with their content, in any direction of writing', () => {
    expect(gptImage(gpt).alt).toBe('Dolores · Name · Author · Writing · 12K chats');
    expect(gptImage({ ...gpt, name: 'مساعد' }).alt).toContain(' · \u2068مساعد\u2069 · ');
    expect(postImage('en', 'A post', 'Somebody', '2026-03-04').alt).toBe(
      'Dolores · A post · Somebody · Mar\u00a04,\u00a02026',
    );
  });

  it('are given to every page, and are as few as possible', () => {
    const views = [
      ...homePages(context),
      ...categoryPages(context),
      ...tagPages(context),
      ...authorPages(context),
      ...tagIndexPages(context),
      ...pricingPages(context),
      ...rankingPages(context),
    ];
    for (const { frame } of views)
      expect(frame.image.path).toMatch(/^\/og\/\w+\/[0-9a-f]{20}\.png$/);
    const images = new Set(tagPages(context).map(({ frame }) => frame.image.path));
    expect(images.size).toBe(languages.length);
    expect(pageImage('en')).toBe(pageImage('en'));
  });
});
