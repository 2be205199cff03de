import { describe, expect, it } from 'vitest';
import { splitLanguage } from '#domain/site/urls.ts';
import { type BuiltPage, openBuiltSite } from '../setup/builtSite.ts';
import { reviewedGpt } from '../setup/site/seeded.ts';
import { type StructuredBlock, partOf, structuredBlock } from '../setup/schemaOrg.ts';
import { tagsOf } from '../setup/tags.ts';

type PageData = { page: BuiltPage; blocks: StructuredBlock[]; faults: string[] };

const { manifest, origin: siteOrigin, pages } = await openBuiltSite();
const pageData = pages.filter(({ layout }) => layout === 'directory').map(read);
const withBlock = pageData.filter(({ blocks }) => blocks.length > 0);

/** The properties of a page of each kind, by the part of its path after the language. */
const kinds: readonly [path: RegExp, types: readonly string[]][] = [
  // Other orders of lists, which search engines need not have.
  [/\/by\/(new|rating|name)(\/|$)/, []],
  [/^$/, ['WebSite', 'ItemList']],
  [/^\/page\/\d+$/, ['ItemList']],
  [/^\/gpts\//, ['BreadcrumbList', 'SoftwareApplication']],
  [/^\/(tags|authors|categories)\/./, ['BreadcrumbList', 'ItemList']],
  [/^\/collections(\/.+)?$/, ['BreadcrumbList', 'ItemList']],
  [/^\/categories$/, ['BreadcrumbList', 'ItemList']],
  [/^\/tags(\/page\/\d+)?$/, ['BreadcrumbList']],
  // Two plans and two packs, which come with a way to pay (`offers.test.ts`).
  [/^\/pricing$/, ['BreadcrumbList', 'Product', 'Product', 'Product', 'Product']],
  [/^\/ranking\//, ['BreadcrumbList', 'ItemList']],
  [/^\/blog(\/page\/\d+|\/tags\/.+)?$/, ['BreadcrumbList', 'ItemList']],
  [/^\/blog\/[^/]+$/, ['BreadcrumbList', 'BlogPosting']],
  [/^\/help$/, ['BreadcrumbList', 'ItemList']],
  [/^\/help\/[^/]+$/, ['BreadcrumbList', 'Article']],
];

/** Whether the page of a ranking has no ranking: it shows no list of places then. */
function isUnranked({ path, html }: { path: string; html: string }): boolean {
  return path.includes('/ranking/') && html.includes('<meta name="robots" content="noindex">');
}

describe('the structured data of a page', () => {
  it('match the schema', () => {
    expect(pageData.flatMap(({ faults }) => faults).slice(0, 20)).toEqual([]);
  });

  it('are one block with the properties of their kind of page', () => {
    const wrong = pageData.flatMap(({ page, blocks }) => {
      const rest = splitLanguage(page.path).rest;
      const kind = page.status === 200 ? kinds.find(([path]) => path.test(rest))?.[1] : undefined;
      // Of a post that it shows in English for want of its own language, a page leaves the rest to the English one.
      const requested = isInEnglishInstead(page) || isUnranked(page) ? kind?.slice(0, 1) : kind;
      const types = blocks.map((block) => block['@graph'].map((part) => part['@type']).join());
      return types.join(' | ') === (requested?.join() ?? '')
        ? []
        : [`${page.path}: ${types.join(' | ')}`];
    });
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(withBlock.length).toBeGreaterThan(1_200);
  });

  it('name only existing pages, in the language of the page', () => {
    const broken = withBlock.flatMap(({ page, blocks }) =>
      blocks.flatMap(addressesOf).filter((address) => !isPageOf(page, address)),
    );
    expect([...new Set(broken)].slice(0, 20)).toEqual([]);
  });

  it('name existing pictures', () => {
    const pictures = withBlock.flatMap(({ page, blocks }) =>
      blocks.flatMap(imagesOf).map((address) => ({ page: page.path, address })),
    );
    const missing = pictures.filter(
      ({ address }) =>
        manifest.files[address.slice(siteOrigin.length)]?.type.startsWith('image/') !== true,
    );
    expect(missing.slice(0, 20)).toEqual([]);
    expect(pictures.length).toBeGreaterThan(500);
  });

  it('include a rating for GPTs that were rated here only', () => {
    const rated = withBlock.filter(({ blocks }) =>
      blocks.some((block) => partOf(block, 'SoftwareApplication')?.aggregateRating !== undefined),
    );
    expect(rated.length).toBeGreaterThan(0);
    const isRated = ({ page }: PageData) =>
      /\/gpts\/fixture-\d+$/.test(page.path) || page.path.endsWith(`/gpts/${reviewedGpt}`);
    const others = rated.filter((one) => !isRated(one));
    expect(others.map(({ page }) => page.path)).toEqual([]);
  });
});

function read(page: BuiltPage): PageData {
  const found = tagsOf(page.html).filter(
    ({ name, attributes }) => name === 'script' && attributes.get('type') === 'application/ld+json',
  );
  const results = found.map(({ rawText }) => structuredBlock.safeParse(JSON.parse(rawText)));
  return {
    page,
    blocks: results.flatMap(({ data }) => data ?? []),
    faults: [
      ...found.flatMap(({ rawText }) => foreignAddresses(page, rawText)),
      ...results.flatMap(({ error }) =>
        (error?.issues ?? []).map(
          (issue) => `${page.path} ${issue.path.join('.')}: ${issue.message}`,
        ),
      ),
    ],
  };
}

/** The addresses of other sites that are not secure. The tested site itself may be on this machine, without TLS. */
function foreignAddresses({ path }: BuiltPage, text: string): string[] {
  const insecure = text.match(/"http:[^"]*/g) ?? [];
  const foreign = insecure.filter(
    (one) => !one.startsWith(`"${siteOrigin}/`) && one !== `"${siteOrigin}`,
  );
  return foreign.map((one) => `${path} names ${one.slice(1)}, which is not secure`);
}

function addressesOf(block: StructuredBlock): string[] {
  return block['@graph'].flatMap((part) => {
    switch (part['@type']) {
      case 'ItemList':
        return part.itemListElement.map(({ url }) => url);
      case 'BreadcrumbList':
        return part.itemListElement.map(({ item }) => item);
      case 'WebSite':
        return [part.url, part.potentialAction.target.urlTemplate];
      case 'Product':
        return part.offers.map(({ url }) => url);
      case 'SoftwareApplication':
      case 'BlogPosting':
      case 'Article':
        return [part.url];
      default:
        return part satisfies never;
    }
  });
}

function imagesOf(block: StructuredBlock): string[] {
  return block['@graph'].flatMap((part) => ('image' in part ? [part.image] : []));
}

function isInEnglishInstead({ html, language }: BuiltPage): boolean {
  const canonical = tagsOf(html).find(({ attributes }) => attributes.get('rel') === 'canonical');
  const path = canonical?.attributes.get('href')?.slice(siteOrigin.length);
  return path !== undefined && splitLanguage(path).language !== language;
}

function isPageOf({ language }: BuiltPage, address: string): boolean {
  const path = address.slice(siteOrigin.length).replace(/\?.*/, '');
  const isOurs = address.startsWith(`${siteOrigin}/`) && splitLanguage(path).language === language;
  return isOurs && Object.hasOwn(manifest.files, path) && manifest.files[path]?.status === 200;
}
