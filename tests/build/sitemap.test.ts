import { describe, expect, inject, it } from 'vitest';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { tagsOf } from '../setup/tags.ts';
import { expectWellFormed } from '../setup/xml.ts';

const site = await openBuiltSite();
const { origin: siteOrigin } = site;
const { store } = siteFolder(inject('siteDataDir'));
const { files } = site.manifest;
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

describe('the sitemap', () => {
  it('lists every page that search engines may list, and no other', async () => {
    const index = await textOf('/sitemap.xml');
    expectWellFormed(index);
    const parts = addressesIn(index).map((address) => address.slice(siteOrigin.length));
    const texts = await Promise.all(parts.map(textOf));
    for (const text of texts) expectWellFormed(text);
    const listed = texts.flatMap(addressesIn);
    const indexable = site.pages
      .filter(({ status, language }) => status === 200 && language !== undefined)
      .filter(({ path, html }) => {
        const canonical = tagsOf(html).find(
          ({ attributes }) => attributes.get('rel') === 'canonical',
        );
        const isOwn = canonical?.attributes.get('href') === `${siteOrigin}${path}`;
        return isOwn && metaOf(html).get('robots') !== 'noindex';
      })
      .map(({ path }) => `${siteOrigin}${path}`);
    expect(listed.toSorted()).toEqual(indexable.toSorted());
    expect(await textOf('/robots.txt')).toContain(`\nSitemap: ${siteOrigin}/sitemap.xml\n`);
  });
});

function addressesIn(text: string): string[] {
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) =>
    address.replaceAll('&apos;', "'").replaceAll('&amp;', '&'),
  );
}
