import { describe, expect, it } from 'vitest';
import {
  type Language,
  defaultLanguage,
  languageTags,
  languages,
} from '#domain/languages/languages.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { areas } from '#i18n/areas.ts';
import { type BuiltPage, openBuiltSite } from '../setup/builtSite.ts';
import { contentTexts } from '../setup/contentTexts.ts';
import { type Tag, read } from '../setup/tags.ts';

/** The languages that a page declares, and texts that no page should show. */
type Facts = Omit<BuiltPage, 'html' | 'headers'> & {
  lang: string | undefined;
  canonical: (string | undefined)[];
  alternates: (string | undefined)[][];
  robots: string | undefined;
  title: string;
  description: string;
  oddTexts: string[];
};

/** The characters of a description that search engines show whole, in Latin letters or in wide characters. */
const shownLengths = { latin: [70, 160], wide: [40, 90] } as const;
const wideLanguages: readonly Language[] = ['zh', 'zh_TW', 'ja', 'ko'];
const key = new RegExp(`^(${areas.join('|')})\\.[\\w.-]+$`);
const odd = /\{\{|\}\}|\[object |\b(undefined|NaN|Invalid Date)\b|^null$/;
/** Attributes that people read or listen to. */
const readAttributes = ['aria-label', 'title', 'alt', 'placeholder', 'content'];
/** Texts that look odd on purpose. */
const oddContent = [...(await contentTexts())].filter((text) => odd.test(text));

/** A post of the blog, which not every language needs to have. */
const post = /^\/\w+\/blog\/[^/]+$/;

const { origin: siteOrigin, pages } = await openBuiltSite();
const facts = pages.map(factsOf);
const inSomeLanguage = facts.filter(({ language }) => language !== undefined);

describe('a page in a language', () => {
  it('declares its language', () => {
    const wrong = inSomeLanguage.filter(
      ({ lang, language }) => lang !== (language && languageTags[language]),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('exists in every other language', () => {
    const paths = new Set(facts.map(({ path }) => path));
    const missing = inSomeLanguage.flatMap(({ path }) =>
      languages.map((language) => inLanguage(path, language)).filter((other) => !paths.has(other)),
    );
    expect(missing).toEqual([]);
  });

  it('shows no message key, no unfilled value and no empty value', () => {
    const found = facts.flatMap(({ path, oddTexts }) => oddTexts.map((text) => `${path}: ${text}`));
    expect(found.slice(0, 30)).toEqual([]);
  });
});

describe('the description of a page', () => {
  it('has a length that search engines show whole, in the script of the page and in its own', () => {
    const wrong = facts.flatMap(({ path, language = defaultLanguage, description }) => {
      const kinds = [wideLanguages.includes(language), isMostlyWide(description)];
      const fits = kinds.every((isWide) => {
        const [least, most] = shownLengths[isWide ? 'wide' : 'latin'];
        return [...description].length <= most && [...description].length >= least;
      });
      return fits ? [] : [`${path} (${description.length}): ${description}`];
    });
    expect(wrong.length, wrong.slice(0, 20).join('\n')).toBe(0);
    expect(facts.length).toBeGreaterThan(1_200);
  });
});

function isMostlyWide(text: string): boolean {
  const wide = text.match(/[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}\p{Script=Hang}]/gu) ?? [];
  return wide.length > (text.match(/\p{L}/gu)?.length ?? 0) / 2;
}

describe('a page of the directory', () => {
  const directory = facts.filter(({ layout }) => layout === 'directory');
  const indexed = directory.filter(({ robots }) => robots === undefined);

  it('names itself as canonical and all its languages as alternates', () => {
    for (const { path, status, canonical, alternates } of indexed) {
      expect(status).toBe(200);
      if (post.test(path)) continue;
      expect(canonical).toEqual([`${siteOrigin}${path}`]);
      expect(alternates).toEqual(alternatesIn(path, languages));
    }
  });

  it('names the languages that have a post, and the English page if its own lacks it', () => {
    const canonicals = new Map(indexed.map(({ path, canonical }) => [path, canonical[0]]));
    const hasText = (path: string) => canonicals.get(path) === `${siteOrigin}${path}`;
    const posts = indexed.filter(({ path }) => post.test(path));
    expect(posts.filter(({ path }) => !hasText(path)).length).toBeGreaterThan(10);
    for (const { path, canonical, alternates } of posts) {
      const having = languages.filter((language) => hasText(inLanguage(path, language)));
      expect(having).toContain(defaultLanguage);
      expect(alternates).toEqual(hasText(path) ? alternatesIn(path, having) : []);
      const own = hasText(path) ? path : inLanguage(path, defaultLanguage);
      expect(canonical).toEqual([`${siteOrigin}${own}`]);
    }
  });

  it('has a title and a description of its own', () => {
    const seen = new Map<string, string>();
    for (const { path, language, title, description } of indexed) {
      expect(title.length, path).toBeGreaterThan(' · Dolores'.length);
      const pair = `${language} ${title} | ${description}`;
      expect(seen.get(pair), `as on ${path}: ${pair}`).toBeUndefined();
      seen.set(pair, path);
    }
  });

  it('is hidden from search engines if it is an error page or a page of results', () => {
    const errors = directory.filter(({ status }) => status !== 200);
    expect(errors.length).toBeGreaterThan(languages.length - 1);
    const results = directory.filter(({ path }) => path.endsWith('/search'));
    expect(results).toHaveLength(languages.length);
    for (const { robots, canonical } of [...errors, ...results]) {
      expect(robots).toBe('noindex');
      expect(canonical).toEqual([]);
    }
  });
});

function alternatesIn(path: string, having: readonly Language[]): string[][] {
  const addressIn = (language: Language) => `${siteOrigin}${inLanguage(path, language)}`;
  return [
    ...having.map((language) => [languageTags[language], addressIn(language)]),
    ['x-default', addressIn(defaultLanguage)],
  ];
}

function factsOf({ html, headers: _, ...page }: BuiltPage): Facts {
  const { tags, texts } = read(html);
  const named = (name: string, rel: string) =>
    tags.filter((tag) => tag.name === name && tag.attributes.get('rel') === rel);
  const shown = tags.flatMap(({ attributes }) =>
    readAttributes.flatMap((name) => attributes.get(name) ?? []),
  );
  return {
    ...page,
    lang: tags.find(({ name }) => name === 'html')?.attributes.get('lang'),
    canonical: named('link', 'canonical').map(addressOf),
    alternates: named('link', 'alternate')
      .filter(({ attributes }) => attributes.has('hreflang'))
      .map((tag) => [tag.attributes.get('hreflang'), addressOf(tag)]),
    robots: metaOf(tags, 'robots'),
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    description: metaOf(tags, 'description') ?? '',
    oddTexts: [...texts, ...shown].filter(isOdd),
  };
}

function metaOf(tags: readonly Tag[], requested: string): string | undefined {
  return tags
    .find(({ name, attributes }) => name === 'meta' && attributes.get('name') === requested)
    ?.attributes.get('content');
}

function addressOf({ attributes }: Tag): string | undefined {
  return attributes.get('href');
}

function isOdd(text: string): boolean {
  if (!key.test(text) && !odd.test(text)) return false;
  return !oddContent.some((content) => text.includes(content));
}
