import { describe, expect, inject, it } from 'vitest';
import { feedFormats } from '#domain/site/feedPaths.ts';
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

describe('the preview of a shared page', () => {
  it('is an existing picture, with its size and words, on every page', () => {
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

const fileNames = { rss: '/rss.xml', atom: '/atom.xml', json: '/feed.json' } as const;

/** The paths of the formats that pages link to. */
function bothOf(folder: string): string[] {
  return [`${folder}/atom.xml`, `${folder}/feed.json`];
}

describe('the feeds', () => {
  const paths = Object.keys(files).filter((path) => /\/feeds\/.*\.(xml|json)$/.test(path));

  it('are valid', async () => {
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths.filter((one) => one.startsWith('/en/') || one.startsWith('/ja/'))) {
      const format = feedFormats.find((one) => path.endsWith(fileNames[one])) ?? 'atom';
      expectValidFeed(await textOf(path), format, `${siteOrigin}${path}`);
    }
  });

  it('in JSON have a media type of their own', () => {
    const types = paths.filter((path) => path.endsWith('.json')).map((path) => files[path]?.type);
    expect(types.length).toBeGreaterThan(100);
    expect(new Set(types)).toEqual(new Set(['application/feed+json; charset=utf-8']));
  });

  it('are named by the pages with the same content, and by no others', () => {
    const named = new Map(
      site.pages.map(({ path, html }) => [
        path,
        tagsOf(html)
          .filter(({ attributes }) => /atom|feed\+json/.test(attributes.get('type') ?? ''))
          .map(({ attributes }) => attributes.get('href') ?? ''),
      ]),
    );
    expect(named.get('/de')).toEqual(
      ['new', 'rising'].flatMap((kind) => bothOf(`/de/feeds/${kind}`)),
    );
    expect(named.get('/fr/categories/writing')).toContain('/fr/feeds/new/writing/atom.xml');
    expect(named.get('/en/blog')).toEqual(bothOf('/en/feeds/blog'));
    expect(named.get('/ja/ranking/weekly')).toEqual(bothOf('/ja/feeds/weekly'));
    expect(named.get('/ko/ranking/all')).toEqual(bothOf('/ko/feeds/all'));
    expect(named.get('/vi/ranking/categories/writing')).toEqual(
      bothOf('/vi/feeds/categories/writing'),
    );
    expect(named.get('/en/pricing')).toEqual([]);
    expect([...named.values()].flat().filter((path) => files[path] === undefined)).toEqual([]);
  });
});
