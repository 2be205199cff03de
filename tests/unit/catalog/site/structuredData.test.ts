import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { categoryIndexPages, tagIndexPages } from '#catalog/labels/labelPages.ts';
import {
  dataOfCategories,
  dataOfGpt,
  dataOfList,
  dataOfRanking,
  dataOfLabel,
  dataOfTags,
  structuredDataText,
} from '#catalog/site/structuredData.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, makeSnapshot, snapshotText } from '../../../fixtures/snapshot.ts';
import { type StructuredBlock, partOf, structuredBlock } from '../../../setup/schemaOrg.ts';
import {
  authorPages,
  gptPages,
  homePages,
  rankingPages,
  tagPages,
} from '../../../setup/catalogViews.ts';

const origin = 'https://dolores.example';
const environment = { SITE_URL: `${origin}/` };
const snapshot = parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 30)));
const context = contextOf(snapshot, environment);

/** The content of a page's block, by the schema. */
function read(data: Parameters<typeof structuredDataText>[0]): StructuredBlock {
  return structuredBlock.parse(JSON.parse(structuredDataText(data) ?? ''));
}

function at<View extends { frame: { path: string } }>(views: readonly View[], path: string): View {
  const view = views.find(({ frame }) => frame.path === path);
  if (view === undefined) throw new Error(`There is no page ${path}`);
  return view;
}

function blockOfGpt(fields: Partial<Gpt>, operator: object = {}): StructuredBlock {
  const line = { type: 'gpt', gpt: makeGpt({ id: 'one', ...fields }) } as const;
  const only = parseSnapshot(Buffer.from(snapshotText('2026-03-08', [line])));
  const settings = { ...environment, OPERATOR_JSON: JSON.stringify(operator) };
  return read(dataOfGpt(at(gptPages(contextOf(only, settings)), '/de/gpts/one')));
}

describe('the structured data', () => {
  it('of home names the site with its search, and the list with its places', () => {
    const first = read(dataOfList(at(homePages(context), '/zh_TW')));
    expect(partOf(first, 'WebSite')).toMatchObject({
      url: `${origin}/zh_TW`,
      inLanguage: 'zh-Hant',
      potentialAction: { target: { urlTemplate: `${origin}/zh_TW/search?query={query}` } },
    });
    expect(partOf(first, 'ItemList')?.numberOfItems).toBe(snapshot.gpts.length);
    const second = read(dataOfList(at(homePages(context), '/en/page/2')));
    expect(second['@graph'].map((part) => part['@type'])).toEqual(['ItemList']);
    const list = partOf(second, 'ItemList');
    expect(list?.numberOfItems).toBeUndefined();
    expect(list?.itemListElement[0]?.position).toBe(25);
    expect(list?.itemListElement[0]?.url).toMatch(/^https:\/\/dolores\.example\/en\/gpts\/[^/]+$/);
  });

  it('of a GPT describes it and its place in the site', () => {
    const block = blockOfGpt({ name: 'One', categories: ['Education'], lang: 'ja' });
    expect(partOf(block, 'SoftwareApplication')).toEqual({
      '@type': 'SoftwareApplication',
      name: 'One',
      url: `${origin}/de/gpts/one`,
      description: 'Helps with something in particular.',
      applicationCategory: 'EducationalApplication',
      operatingSystem: 'Web',
      image: expect.stringMatching(/^https:\/\/dolores\.example\/og\/gpt\/.+\.png$/) as string,
      offers: {
        '@type': 'Offer',
        url: `${origin}/de/pricing`,
        price: 0,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      },
      inLanguage: 'ja',
      datePublished: '2026-01-01',
      dateModified: '2026-02-01',
    });
    const crumbs = partOf(block, 'BreadcrumbList')?.itemListElement;
    expect(crumbs?.map(({ name, item }) => [name, item])).toEqual([
      ['GPTs', `${origin}/de`],
      ['Bildung', `${origin}/de/categories/education`],
      ['One', `${origin}/de/gpts/one`],
    ]);
  });

  it('of a GPT offers it for free if the first question is free, else for the cheapest product', () => {
    const priceWith = (operator: object) =>
      partOf(blockOfGpt({}, operator), 'SoftwareApplication')?.offers.price;
    expect(priceWith({ paymentMethods: ['stripe'] })).toBe(0);
    expect(priceWith({ startingCredits: 0, paymentMethods: ['stripe'] })).toBe(4.99);
    expect(priceWith({ startingCredits: 0 })).toBe(0);
  });

  it('includes ratings that were given here, and never those of a source', () => {
    const rated = partOf(
      blockOfGpt({ rating: 4.2519, ratings: 12, reviews: 3 }),
      'SoftwareApplication',
    );
    expect(rated?.aggregateRating).toMatchObject({
      ratingValue: 4.25,
      ratingCount: 12,
      reviewCount: 3,
    });
    const imported = blockOfGpt({ imported_rating: 4.9, imported_reviews: 12_000 });
    expect(partOf(imported, 'SoftwareApplication')?.aggregateRating).toBeUndefined();
  });

  it('of tags, authors and categories names their place in the site', () => {
    const names = (block: StructuredBlock) =>
      partOf(block, 'BreadcrumbList')?.itemListElement.map(({ name }) => name);
    expect(names(read(dataOfLabel(at(tagPages(context), '/en/tags/letter'))))).toEqual([
      'GPTs',
      'Tags',
      'letter',
    ]);
    expect(names(read(dataOfLabel(at(authorPages(context), '/en/authors/dolores'))))).toEqual([
      'GPTs',
      'Dolores',
    ]);
    expect(names(read(dataOfTags(at(tagIndexPages(context), '/en/tags'))))).toEqual([
      'GPTs',
      'Tags',
    ]);
    const categories = read(dataOfCategories(at(categoryIndexPages(context), '/fr/categories')));
    expect(partOf(categories, 'ItemList')?.itemListElement[0]?.url).toMatch(/\/fr\/categories\//);
  });

  it('of rankings name the period and the places in it', () => {
    const weekly = read(dataOfRanking(at(rankingPages(context), '/en/ranking/weekly/2026-03-02')));
    const crumbs = partOf(weekly, 'BreadcrumbList')?.itemListElement;
    expect(crumbs?.map(({ item }) => item.slice(origin.length))).toEqual([
      '/en',
      '/en/ranking/all',
      '/en/ranking/weekly',
      '/en/ranking/weekly/2026-03-02',
    ]);
    expect(partOf(weekly, 'ItemList')?.itemListElement[0]?.position).toBe(1);
    for (const view of rankingPages(context)) read(dataOfRanking(view));
  });

  it('cannot end its block, for any text of an author', () => {
    const view = at(gptPages(context), '/en/gpts/nasty-markup');
    const text = structuredDataText(dataOfGpt(view)) ?? '';
    expect(text).not.toContain('<');
    const description = partOf(read(dataOfGpt(view)), 'SoftwareApplication')?.description;
    expect(description).toContain('</p><script>alert(1)</script>');
  });

  it('is left out if the public origin is unknown', () => {
    const unknown = contextOf(snapshot, { SITE_URL: '' });
    expect(structuredDataText(dataOfList(at(homePages(unknown), '/en')))).toBeUndefined();
    expect(
      structuredDataText(dataOfGpt(at(gptPages(unknown), '/en/gpts/fixture-0'))),
    ).toBeUndefined();
  });
});
