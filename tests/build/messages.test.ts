import { describe, expect, it } from 'vitest';
import { type Language, languageNames } from '#domain/languages/languages.ts';
import { type BuiltPage, openBuiltSite } from '../setup/builtSite.ts';
import { checkedLanguages } from '../setup/checkedLanguages.ts';
import { contentTexts, gptNames } from '../setup/contentTexts.ts';
import { foreignLanguageOf } from '../setup/foreignTexts.ts';
import { type Tag, read } from '../setup/tags.ts';

/** Attributes that people read or listen to. */
const readAttributes = ['aria-label', 'title', 'alt', 'placeholder', 'content', 'data-title'];

const { pages } = await openBuiltSite();
/** Texts of authors, and the names of languages, may look like a message. */
const exempt = new Set([...(await contentTexts()), ...Object.values(languageNames)]);
const chineseNames = (await gptNames()).filter((name) => /\p{Script=Han}/u.test(name));
/** The longest first, because one may begin like another. */
const anyName = new RegExp(
  chineseNames
    .toSorted((a, b) => b.length - a.length)
    .map(RegExp.escape)
    .join('|'),
  'gu',
);

describe('a page', () => {
  it('contains no message of another language, in its text or for its scripts', () => {
    const seen = new Map<string, string>();
    for (const page of pages) {
      const { language } = page;
      if (language !== undefined && checkedLanguages.includes(language)) look(page, language, seen);
    }
    expect(seen.size).toBeGreaterThan(1_000);
    const faults = [...seen.values()].filter((fault) => fault !== '');
    expect(faults.slice(0, 30)).toEqual([]);
  });

  it('may name GPTs of other languages in a row', () => {
    const row = 'Seite 4: 敬語メール添削室, 文案写作：小红书与朋友圈 und 简历写作与修改';
    expect(foreignLanguageOf(row, 'de')).toBe('zh');
    expect(foreignLanguageOf(withNeutralNames(row), 'de')).toBeUndefined();
    expect(foreignLanguageOf(withNeutralNames('收藏 简历写作与修改'), 'de')).toBe('zh');
  });

  it('is not confused with a page of another language', () => {
    expect(foreignLanguageOf('Alle GPTs ansehen', 'en')).toBe('de');
    expect(foreignLanguageOf('12 credits per question', 'fr')).toBe('en');
    expect(foreignLanguageOf('Dolores', 'ja')).toBeUndefined();
    expect(foreignLanguageOf('Alle GPTs ansehen', 'de')).toBeUndefined();
  });
});

/** Checks each text of a language once; most are on every page. */
function look({ path, html }: BuiltPage, language: Language, seen: Map<string, string>): void {
  for (const text of textsIn(html, /^\/[^/]+\/gpts\//.test(path))) {
    const key = `${language} ${text}`;
    if (seen.has(key)) continue;
    const other = isExempt(text) ? undefined : foreignLanguageOf(withNeutralNames(text), language);
    seen.set(key, other === undefined ? '' : `${path} says in ${other}: ${text}`);
  }
}

/** The name of a GPT also follows a word of the page, as in “Save …”. */
function isExempt(text: string): boolean {
  return exempt.has(text) || exempt.has(text.slice(text.indexOf(' ') + 1));
}

/** Replaces names, because several Chinese ones in a row, as in the descriptions of lists, look like a message. */
function withNeutralNames(text: string): string {
  return text.replace(anyName, 'GPT');
}

/** The picture and the description of a GPT are in the language of the GPT. */
function textsIn(html: string, isOfGpt: boolean): string[] {
  const { tags, texts } = read(isOfGpt ? withoutMarkdownOfAuthors(html) : html);
  const shownTags = tags.filter((tag) => !(isOfGpt && describesGpt(tag)));
  return [...texts, ...shownTags.flatMap(textsOfTag)];
}

/** Removes instructions and answers of examples: any of their words or cells may look like a message. */
function withoutMarkdownOfAuthors(html: string): string {
  const start = /<div class="(?:written-text|example-answer)"/g;
  let shown = '';
  let from = 0;
  for (const { index } of html.matchAll(start)) {
    if (index < from) continue;
    shown += html.slice(from, index);
    from = endOfDivision(html, index);
  }
  return shown + html.slice(from);
}

/** Returns the position after the division that begins at a position. */
function endOfDivision(html: string, begin: number): number {
  let depth = 0;
  for (const { 0: tag, index } of html.slice(begin).matchAll(/<div\b|<\/div>/g)) {
    depth += tag === '</div>' ? -1 : 1;
    if (depth === 0) return begin + index + tag.length;
  }
  return html.length;
}

function describesGpt({ attributes }: Tag): boolean {
  const name = attributes.get('property') ?? attributes.get('name') ?? '';
  return name.endsWith('image:alt') || name.endsWith('description');
}

function textsOfTag({ name, attributes, rawText }: Tag): string[] {
  const shown = readAttributes.flatMap((attribute) => attributes.get(attribute) ?? []);
  // The options of an island name its component.
  const given = [...attributes].filter(([key]) => key !== 'opts').map(([, value]) => value);
  const values = given.filter((value) => /^[[{]/.test(value));
  const isData = name === 'script' && attributes.get('type') === 'application/json';
  return [...shown, ...[...values, ...(isData ? [rawText] : [])].flatMap(stringsIn)];
}

/** The texts in a JSON value. */
function stringsIn(json: string): string[] {
  return (json.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((text) => JSON.parse(text) as string);
}
