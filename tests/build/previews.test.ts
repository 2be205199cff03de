import { describe, expect, inject, it } from 'vitest';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { expectValidFeed } from '../setup/feeds.ts';
import { tagsOf } from '../setup/tags.ts';

const site = await openBuiltSite();
const { store } = siteFolder(inject('siteDataDir'));
const { origin: siteOrigin } = site;
const { files } = site.manifest;
/** Shapes that lead on at once, and the operator’s own page. */
const withoutPreview = new Set(['/nextchat', '/search/placeholder', '/policy.html']);

async function textOf(path: string): Promise<string> {
  const file = files[path];
  if (file === undefined) throw new Error(`The site has no ${path}`);
  return (await readStored(store, file.hash, 'identity')).toString();
}

function metaOf(html: string): Map<string, string> {
  const metas = tagsOf(html).filter(({ name }) => name === 'meta');
  return new Map(
    metas.map(({ attributes }) => [
      attributes.get('property') ?? attributes.get('name') ?? '',
      attributes.get('content') ?? '',
    ]),
  );
}

describe('what is shown where a page is shared', () => {
  it('is a picture that is there, with its size and words, on every page', () => {
    const broken = site.pages
      .filter(({ path, language }) => language !== undefined && !withoutPreview.has(path))
      .filter(({ html }) => {
        const meta = metaOf(html);
        const image = meta.get('og:image') ?? '';
        const path = image.slice(siteOrigin.length);
        return (
          !image.startsWith(`${siteOrigin}/og/`) ||
          files[path]?.type !== 'image/png' ||
          meta.get('og:image:width') !== '1200' ||
          meta.get('og:image:height') !== '630' ||
          !meta.get('og:image:alt')?.startsWith('Dolores') ||
          meta.get('twitter:card') !== 'summary_large_image' ||
          !meta.get('og:title')
        );
      })
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it('names the page’s own address and language', () => {
    const meta = metaOf(site.page('/zh_TW/gpts/fixture-0').html);
    expect(meta.get('og:url')).toBe(`${siteOrigin}/zh_TW/gpts/fixture-0`);
    expect(meta.get('og:locale')).toBe('zh_TW');
    expect(meta.get('og:image')).toBe(metaOf(site.page('/en/gpts/fixture-0').html).get('og:image'));
  });
});

describe('the feeds', () => {
  const paths = Object.keys(files).filter((path) => /\/feeds\/.*\.xml$/.test(path));

  it('are valid', async () => {
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths.filter((one) => one.startsWith('/en/') || one.startsWith('/ja/'))) {
      const format = path.endsWith('/rss.xml') ? 'rss' : 'atom';
      expectValidFeed(await textOf(path), format, `${siteOrigin}${path}`);
    }
  });

  it('are named by the pages that show the same, and by no others', () => {
    const named = new Map(
      site.pages.map(({ path, html }) => [
        path,
        tagsOf(html)
          .filter(({ attributes }) => attributes.get('type') === 'application/atom+xml')
          .map(({ attributes }) => attributes.get('href') ?? ''),
      ]),
    );
    expect(named.get('/de')).toEqual(['/de/feeds/new/atom.xml', '/de/feeds/rising/atom.xml']);
    expect(named.get('/fr/categories/writing')).toContain('/fr/feeds/new/writing/atom.xml');
    expect(named.get('/en/blog')).toEqual(['/en/feeds/blog/atom.xml']);
    expect(named.get('/en/pricing')).toEqual([]);
    expect([...named.values()].flat().filter((path) => files[path] === undefined)).toEqual([]);
  });
});
