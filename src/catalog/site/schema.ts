import type { Frame } from '#catalog/site/frame.ts';
import type { GptView } from '#catalog/gpts/gptPages.ts';
import type { Card } from '#domain/gpts/card.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { highestRating, lowestRating } from '#domain/reviews/reviews.ts';
import { gptPath, homePath, searchPath } from '#domain/gpts/gptPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import { translator } from '#i18n/translate.ts';

/** The structured data of a page (schema.org). It does not depend on the time. */
export type StructuredData = readonly SchemaNode[];

type SchemaNode = Readonly<{ '@type': string } & Record<string, unknown>>;

/** An entry of the breadcrumbs. */
export type Crumb = { name: string; path: string };

/** A page in a list, with its position from 1. */
export type ListedPage = { name: string; path: string; position: number };

/** Returns the site in a language, with its search. */
export function website(frame: Frame): StructuredData {
  const { language } = frame;
  return withOrigin(frame, (origin) => [
    {
      '@type': 'WebSite',
      name: 'Dolores',
      url: absoluteUrl(homePath(language), origin),
      inLanguage: languageTags[language],
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${absoluteUrl(searchPath(language), origin)}?query={query}`,
        },
        'query-input': 'required name=query',
      },
    },
  ]);
}

/** Returns a GPT with its rating on this site. Ratings of its source are omitted. */
export function application(view: GptView): StructuredData {
  const { frame, name, summary, categories, marks, created, updated, offer } = view;
  return withOrigin(frame, (origin) => [
    {
      '@type': 'SoftwareApplication',
      name,
      url: absoluteUrl(frame.path, origin),
      ...(summary === '' ? {} : { description: summary }),
      applicationCategory: applicationCategory(categories),
      operatingSystem: 'Web',
      image: imageOf(frame, origin),
      offers: {
        '@type': 'Offer',
        url: absoluteUrl(pricingPath(frame.language), origin),
        price: offer.price,
        priceCurrency: offer.currency,
        availability: inStock,
      },
      ...(marks.lang === undefined ? {} : { inLanguage: marks.lang }),
      ...(created === null ? {} : { datePublished: created }),
      ...(updated === null ? {} : { dateModified: updated }),
      ...ratingOf(view),
    },
  ]);
}

export const inStock = 'https://schema.org/InStock';

/** Returns the address of the preview picture of a page. */
export function imageOf({ image }: Frame, origin: string): string {
  return absoluteUrl(image.path, origin);
}

function ratingOf({ reviewed }: GptView): Record<string, unknown> {
  const { rating, ratings, total } = reviewed;
  if (rating === null) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Math.round(rating * 100) / 100,
      ratingCount: ratings,
      ...(total === 0 ? {} : { reviewCount: total }),
      bestRating: highestRating,
      worstRating: lowestRating,
    },
  };
}

/** Returns the GPTs of a page as items of the whole list. Pages count from 1. */
export function listedGpts(
  { language }: Frame,
  cards: readonly Card[],
  page: number,
): ListedPage[] {
  return cards.map(({ id, name }, index) => ({
    name,
    path: gptPath(language, id),
    position: (page - 1) * gptsPerPage + index + 1,
  }));
}

/** Returns a list of pages. `total` includes those on further pages; `null` if the page does not state it. */
export function itemList(
  frame: Frame,
  items: readonly ListedPage[],
  total: number | null,
): StructuredData {
  if (items.length === 0) return [];
  return withOrigin(frame, (origin) => [
    {
      '@type': 'ItemList',
      ...(total === null ? {} : { numberOfItems: total }),
      itemListElement: items.map(({ name, path, position }) => ({
        '@type': 'ListItem',
        position,
        name,
        url: absoluteUrl(path, origin),
      })),
    },
  ]);
}

/** Returns the breadcrumbs of a page. */
export function breadcrumbs(frame: Frame, crumbs: readonly Crumb[]): StructuredData {
  const { language } = frame;
  const home = { name: translator(language, 'site')('menu.gpts'), path: homePath(language) };
  return withOrigin(frame, (origin) => [
    {
      '@type': 'BreadcrumbList',
      itemListElement: [home, ...crumbs].map(({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: absoluteUrl(path, origin),
      })),
    },
  ]);
}

/**
 * Returns the data that `make` returns; nothing without a public origin, because structured data need absolute URLs.
 */
export function withOrigin(
  { origin }: Frame,
  make: (origin: string) => StructuredData,
): StructuredData {
  return origin === null ? [] : make(origin);
}

/** The `applicationCategory` values of schema.org, each with the categories of this directory. */
const categoriesByKind: Readonly<Record<string, readonly string[]>> = {
  BusinessApplication: ['business', 'marketing', 'productivity', 'research', 'data', 'writing'],
  CommunicationApplication: ['communication', 'social-media'],
  DesignApplication: ['design', 'art-and-design', 'creative', 'dalle'],
  DeveloperApplication: ['programming'],
  EducationalApplication: ['education', 'language'],
  EntertainmentApplication: ['entertainment', 'fun'],
  FinanceApplication: ['finance', 'law-and-money'],
  GameApplication: ['games'],
  HealthApplication: ['health', 'health-and-fitness'],
  LifestyleApplication: ['lifestyle', 'food-and-drink'],
  MultimediaApplication: ['music', 'video'],
  SecurityApplication: ['cybersecurity'],
  ShoppingApplication: ['shopping'],
  SportsApplication: ['sports'],
  TravelApplication: ['travel'],
};

/** Returns the `applicationCategory` of a GPT, by the first of its categories that has one. */
function applicationCategory(categories: readonly string[]): string {
  const known = Object.entries(categoriesByKind);
  for (const category of categories) {
    const kind = known.find(([, members]) => members.includes(category))?.[0];
    if (kind !== undefined) return kind;
  }
  return 'UtilitiesApplication';
}
