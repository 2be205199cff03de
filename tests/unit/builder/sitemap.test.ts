import { describe, expect, it } from 'vitest';
import { type ListedPage, isListed, sitemapFiles, sitemapLimits } from '#builder/sitemap.ts';
import { frameOf } from '#catalog/site/frame.ts';
import { languageTags, languages } from '#domain/languages/languages.ts';
import { gptPath, homePath } from '#domain/gpts/gptPaths.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { emptyContext } from '../../fixtures/buildContext.ts';
import { expectWellFormed } from '../../setup/xml.ts';

const origin = 'https://dolores.example';
const modified = '2026-03-01T06:00:00Z';

function inAll(path: string, instant = modified): ListedPage[] {
  return languages.map((language) => ({ path: inLanguage(path, language), modified: instant }));
}

function filesOf(pages: readonly ListedPage[]): Map<string, string> {
  return new Map([...sitemapFiles(pages, origin)].map(({ path, content }) => [path, content()]));
}

function addressesIn(content: string): string[] {
  return [...content.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
}

describe('the sitemap', () => {
  const pages = [
    ...inAll(homePath('en')),
    ...inAll(gptPath('en', "it's <b>&"), '2026-03-05T06:00:00Z'),
    { path: '/en/blog/english-only', modified: '2026-03-04T06:00:00Z' },
  ];

  it('is an index of parts by section, each part and the index well-formed', () => {
    const files = filesOf(pages);
    expect([...files.keys()]).toEqual([
      '/sitemaps/blog-1.xml',
      '/sitemaps/gpts-1.xml',
      '/sitemaps/pages-1.xml',
      '/sitemap.xml',
    ]);
    for (const content of files.values()) expectWellFormed(content);
    const index = files.get('/sitemap.xml') ?? '';
    expect(addressesIn(index)).toEqual(
      [...files.keys()].slice(0, -1).map((path) => `${origin}${path}`),
    );
  });

  it('has the last change of each page and each part', () => {
    const files = filesOf([...pages, ...inAll('/en/pricing', '2026-03-09T06:00:00Z')]);
    expect(files.get('/sitemaps/pages-1.xml')).toContain(
      `<loc>${origin}/de</loc><lastmod>${modified}</lastmod>`,
    );
    const index = files.get('/sitemap.xml') ?? '';
    expect(index).toContain(
      `${origin}/sitemaps/pages-1.xml</loc><lastmod>2026-03-09T06:00:00Z</lastmod>`,
    );
    expect(index).toContain(
      `${origin}/sitemaps/gpts-1.xml</loc><lastmod>2026-03-05T06:00:00Z</lastmod>`,
    );
  });

  it('lists the existing languages of a page, including its own, and a default', () => {
    const files = filesOf(pages);
    const home = files.get('/sitemaps/pages-1.xml') ?? '';
    const [english = ''] = home.match(/<url>.*\/en<\/loc>.*<\/url>/) ?? [];
    for (const language of languages) {
      expect(english).toContain(
        `hreflang="${languageTags[language]}" href="${origin}/${language}"/>`,
      );
    }
    expect(english).toContain(`hreflang="x-default" href="${origin}/en"/>`);
    expect(files.get('/sitemaps/blog-1.xml')).not.toContain('xhtml:link');
  });

  it('leaves out removed pages, hidden pages and pages with text of another language', () => {
    const listed = (path: string, translations = languages) =>
      isListed({ path, frame: { ...frameOf(emptyContext(), 'de', path), translations } });
    expect(listed('/de/pricing')).toBe(true);
    expect(listed('/de/gpts/404')).toBe(true);
    expect(
      ['/de/404', '/de/410', '/de/saved', '/de/search'].filter((path) => listed(path)),
    ).toEqual([]);
    expect(isListed({ path: '/robots.txt', frame: null })).toBe(false);
    const frame = { ...frameOf(emptyContext(), 'de', '/de/blog/a'), translations: ['en'] as const };
    expect(isListed({ path: '/de/blog/a', frame })).toBe(false);
  });

  it('escapes addresses', () => {
    const [address = ''] = addressesIn(filesOf(pages).get('/sitemaps/gpts-1.xml') ?? '');
    expect(address).toBe(`${origin}/en/gpts/it&apos;s%20%3Cb%3E%26`);
  });

  it('does not depend on the order of the pages', () => {
    expect(filesOf(pages.toReversed())).toEqual(filesOf(pages));
  });

  it('keeps each page in its part when other pages change, and limits the size of parts', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => inAll(gptPath('en', `gpt-${index}`)));
    const before = filesOf(many.flat());
    const after = filesOf(many.slice(7).flat());
    expect(before.size).toBeGreaterThan(3);
    const partsOf = (files: Map<string, string>) =>
      new Map([...files].flatMap(([path, text]) => addressesIn(text).map((one) => [one, path])));
    const [partsBefore, partsAfter] = [partsOf(before), partsOf(after)];
    for (const [address, part] of partsAfter) expect(partsBefore.get(address)).toBe(part);
    for (const content of before.values()) {
      expect(addressesIn(content).length).toBeLessThanOrEqual(sitemapLimits.addresses);
      expect(content.length).toBeLessThan(sitemapLimits.bytes);
    }
    const changed = filesOf([
      ...many.slice(1).flat(),
      ...inAll(gptPath('en', 'gpt-0'), '2026-03-09T06:00:00Z'),
    ]);
    expect([...changed].filter(([path, text]) => before.get(path) !== text)).toHaveLength(2);
  });
});
