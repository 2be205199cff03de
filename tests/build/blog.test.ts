import { describe, expect, it } from 'vitest';
import { helpNames, helpPath } from '#domain/help/helpPaths.ts';
import { languages } from '#domain/languages/languages.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type Tag, tagsOf, textsOf } from '../setup/tags.ts';

const site = await openBuiltSite();
const paths = new Set(site.pages.map(({ path }) => path));

function named(path: string, name: string): Tag[] {
  return tagsOf(site.page(path).html).filter((tag) => tag.name === name);
}

function hrefs(path: string): string[] {
  return named(path, 'a').map(({ attributes }) => attributes.get('href') ?? '');
}

function canonicalOf(path: string): string {
  const link = named(path, 'link').find(({ attributes }) => attributes.get('rel') === 'canonical');
  return link?.attributes.get('href') ?? '';
}

describe('the blog', () => {
  it('has every post in every language, ten on a page, and none before its day', () => {
    for (const language of languages) {
      const listed = ['', '/page/2'].flatMap((page) =>
        hrefs(`/${language}/blog${page}`).filter((href) => /\/blog\/[^/]+$/.test(href)),
      );
      expect(listed.slice(0, 10)).toContain(`/${language}/blog/of-today`);
      expect(listed).toContain(`/${language}/blog/how-publishing-works`);
      expect(listed.length).toBeGreaterThan(10);
      for (const slug of ['of-tomorrow', 'unfinished']) {
        expect(paths).not.toContain(`/${language}/blog/${slug}`);
      }
    }
  });

  it('is one link away from every page, and leads on to tags', () => {
    expect(hrefs('/vi/ranking/all').filter((href) => href === '/vi/blog')).toHaveLength(2);
    expect(hrefs('/vi/blog')).toContain('/vi/blog/tags/models');
    expect(hrefs('/vi/blog/tags/odd-things')).toContain('/vi/blog/odd-markup');
  });

  it('shows the shipped posts with dates, reading time and contents', () => {
    const texts = textsOf(site.page('/en/blog/how-publishing-works').html).join(' ');
    expect(texts).toMatch(/\w{3}\s\d+,\s202\d · by Dolores · \d-minute read/);
    expect(texts).toContain('Contents');
    const own = hrefs('/de/blog/how-publishing-works').filter((href) => href.startsWith('#h-'));
    expect(own.length).toBeGreaterThan(3);
  });
});

describe('the help', () => {
  it('is one link away from every page, and lists its pages', () => {
    expect(hrefs('/vi/ranking/all').filter((href) => href === '/vi/help')).toHaveLength(2);
    expect(hrefs('/vi/help')).toEqual(
      expect.arrayContaining(helpNames.map((name) => helpPath('vi', name))),
    );
  });

  it.each([
    ['', 'what-credits-buy'],
    ['/gpts/fixture-0', 'what-credits-buy'],
    ['/pricing', 'what-credits-buy'],
    ['/pricing', 'choosing-a-model'],
    ['/ranking/all', 'reading-the-rankings'],
    ['/ranking/weekly', 'reading-the-rankings'],
    ['/ranking/categories', 'reading-the-rankings'],
    ['/saved', 'saving-and-sharing'],
    ['/login', 'signing-in'],
  ] as const)('is linked where its questions arise: from “%s” to %s', (path, name) => {
    for (const language of languages) {
      expect(hrefs(`/${language}${path}`)).toContain(helpPath(language, name));
    }
  });
});

describe('a post', () => {
  it('is in English if it is not translated, marked as such, with a notice in the language of the page', () => {
    const path = '/fr/blog/odd-markup';
    const marked = named(path, 'div').find(({ attributes }) => attributes.get('class') === 'prose');
    expect(marked?.attributes.get('lang')).toBe('en');
    expect(named(path, 'h1')[0]?.attributes.get('lang')).toBe('en');
    expect(textsOf(site.page(path).html)).toContain(
      'Cet article n’est pas encore traduit. Vous lisez l’original anglais.',
    );
    expect(canonicalOf(path)).toMatch(/\/en\/blog\/odd-markup$/);
    expect(textsOf(site.page('/de/blog/of-today').html)).toContain('Of today');
  });

  it('is in the language of its page if it is translated, without a notice', () => {
    const path = '/zh/blog/how-publishing-works';
    expect(canonicalOf(path)).toMatch(/\/zh\/blog\/how-publishing-works$/);
    expect(textsOf(site.page(path).html)).not.toContain('这篇文章尚未翻译，你正在阅读英文原文。');
    expect(named(path, 'h1')[0]?.attributes.has('lang')).toBe(false);
  });

  it('links within its language, and to no post of the future', () => {
    const links = hrefs('/ja/blog/odd-markup');
    expect(links).toEqual(
      expect.arrayContaining([
        '/ja/pricing',
        '/policy.html',
        '/ja/help/choosing-a-model#h-the-models-side-by-side',
        '#h-tables',
      ]),
    );
    expect(textsOf(site.page('/ja/blog/odd-markup').html).join(' ')).toContain(
      'what comes tomorrow',
    );
    expect(links.filter((href) => href.includes('of-tomorrow'))).toEqual([]);
  });

  it('contains no tag, handler or style from its Markdown', () => {
    const tags = tagsOf(site.page('/en/blog/odd-markup').html);
    expect(tags.filter(({ name }) => ['kbd', 'u'].includes(name))).toEqual([]);
    const odd = tags.filter(({ attributes }) =>
      ['style', 'onclick', 'onerror'].some((name) => attributes.has(name)),
    );
    expect(odd).toEqual([]);
    expect(textsOf(site.page('/en/blog/odd-markup').html).join(' ')).toContain(
      '<script>alert(1)</script>',
    );
  });

  it('has its pictures in the release, in the sizes that its page names', () => {
    const pictures = named('/ko/blog/odd-markup', 'img').filter(({ attributes }) =>
      attributes.get('src')?.startsWith('/blog-images/'),
    );
    expect(pictures).toHaveLength(2);
    for (const { attributes } of pictures) {
      expect([attributes.get('width'), attributes.get('height')]).toEqual(['900', '300']);
      const named = attributes.get('srcset')?.split(', ') ?? [];
      expect(named).toHaveLength(3);
      for (const source of named) {
        const [path = ''] = source.split(' ');
        expect(site.manifest.files[path]?.type).toBe('image/webp');
      }
    }
    expect(pictures.map(({ attributes }) => attributes.get('loading'))).toEqual([
      undefined,
      'lazy',
    ]);
  });

  it('is between its neighbours in the list of all posts', () => {
    const path = '/en/blog/of-today';
    const links = named(path, 'a').filter(({ attributes }) => attributes.has('rel'));
    const before = links.find(({ attributes }) => attributes.get('rel') === 'prev');
    expect(paths).toContain(inLanguage(before?.attributes.get('href') ?? '', 'en'));
    expect(links.some(({ attributes }) => attributes.get('rel') === 'next')).toBe(false);
  });
});
