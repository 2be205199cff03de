import * as z from 'zod/mini';

/**
 * The shapes of schema.org that pages may have, as search engines read them (schema.org, and Google’s documentation of
 * structured data): required fields, no others, every address whole and secure (or of this machine), every list counted
 * without a gap.
 */
const address = z.url().check(z.regex(/^(?:https:\/\/|http:\/\/localhost:)/));
const text = z.string().check(z.minLength(1), z.trim());
const items = z.strictObject({
  '@type': z.literal('ItemList'),
  numberOfItems: z.optional(z.int().check(z.positive())),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().check(z.positive()),
        name: text,
        url: address,
      }),
    )
    .check(z.minLength(1), z.refine(isInOrder)),
});
/** A list states its number of entries on its first page. */
const itemList = items.check(
  z.refine(
    ({ numberOfItems, itemListElement }) =>
      numberOfItems !== undefined || (itemListElement[0]?.position ?? 1) > 1,
  ),
);

const breadcrumbList = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().check(z.positive()),
        name: text,
        item: address,
      }),
    )
    .check(
      z.minLength(2),
      z.refine(isInOrder),
      z.refine((items) => items.at(-1)?.position === items.length),
    ),
});

const webSite = z.strictObject({
  '@type': z.literal('WebSite'),
  name: z.literal('Dolores'),
  url: address,
  inLanguage: text,
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z
        .string()
        .check(z.regex(/^(?:https:\/\/|http:\/\/localhost:)[^{}]+\?query=\{query\}$/)),
    }),
    'query-input': z.literal('required name=query'),
  }),
});

const aggregateRating = z.strictObject({
  '@type': z.literal('AggregateRating'),
  ratingValue: z.number().check(z.minimum(1), z.maximum(5)),
  ratingCount: z.int().check(z.positive()),
  reviewCount: z.optional(z.int().check(z.positive())),
  bestRating: z.literal(5),
  worstRating: z.literal(1),
});

const softwareApplication = z.strictObject({
  '@type': z.literal('SoftwareApplication'),
  name: text,
  url: address,
  description: z.optional(text),
  applicationCategory: z.string().check(z.regex(/^[A-Z][a-z]+Application$/)),
  operatingSystem: z.literal('Web'),
  image: address,
  offers: z.strictObject({
    '@type': z.literal('Offer'),
    url: address,
    price: z.number().check(z.nonnegative()),
    priceCurrency: z.literal('USD'),
    availability: z.literal('https://schema.org/InStock'),
  }),
  inLanguage: z.optional(text),
  datePublished: z.optional(z.iso.date()),
  dateModified: z.optional(z.iso.date()),
  aggregateRating: z.optional(aggregateRating),
});

const blogPosting = z.strictObject({
  '@type': z.literal('BlogPosting'),
  headline: text.check(z.maxLength(110)),
  description: text,
  url: address,
  mainEntityOfPage: address,
  inLanguage: text,
  datePublished: z.iso.date(),
  dateModified: z.optional(z.iso.date()),
  author: z.strictObject({ '@type': z.enum(['Organization', 'Person']), name: text }),
  image: address,
  keywords: text,
});

const article = z.strictObject({
  '@type': z.literal('Article'),
  headline: text.check(z.maxLength(110)),
  description: text,
  url: address,
  mainEntityOfPage: address,
  inLanguage: text,
  dateModified: z.iso.date(),
  author: z.strictObject({ '@type': z.literal('Organization'), name: text }),
  image: address,
});

const price = {
  price: z.number().check(z.positive()),
  priceCurrency: z.enum(['USD', 'CNY']),
};
const product = z.strictObject({
  '@type': z.literal('Product'),
  name: text,
  image: address,
  brand: z.strictObject({ '@type': z.literal('Brand'), name: z.literal('Dolores') }),
  offers: z
    .array(
      z.strictObject({
        ...price,
        '@type': z.literal('Offer'),
        url: address,
        availability: z.literal('https://schema.org/InStock'),
        priceValidUntil: z.optional(z.iso.date()),
        priceSpecification: z.optional(
          z.strictObject({
            ...price,
            '@type': z.literal('UnitPriceSpecification'),
            billingDuration: z.literal(1),
            unitCode: z.enum(['MON', 'ANN']),
          }),
        ),
      }),
    )
    .check(z.minLength(1)),
});

const node = z.discriminatedUnion('@type', [
  itemList,
  breadcrumbList,
  webSite,
  softwareApplication,
  blogPosting,
  article,
  product,
]);

/** A block of structured data as a page holds it. */
export const structuredBlock = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(node).check(z.minLength(1)),
});

export type StructuredBlock = z.output<typeof structuredBlock>;
type StructuredNode = StructuredBlock['@graph'][number];

/** The part of a block of that type, if it has one. */
export function partOf<Type extends StructuredNode['@type']>(
  block: StructuredBlock,
  type: Type,
): Extract<StructuredNode, { '@type': Type }> | undefined {
  type Requested = Extract<StructuredNode, { '@type': Type }>;
  return block['@graph'].find((part): part is Requested => part['@type'] === type);
}

function isInOrder(items: readonly { position: number }[]): boolean {
  return items.every(({ position }, index) => position > (items[index - 1]?.position ?? 0));
}
