import {
  type AnalyticsCategory,
  analyticsLabels,
  eventMaxCount,
  sourceCategory,
  sourceMaxCharacters,
} from '#domain/operation/analytics.ts';
import { endpoint } from '#contract/endpoint.ts';
import * as z from 'zod/mini';

/** Bytes of the longest body. It has space for every label of the list. */
export const eventsMaxBytes = 4_000;

const eventCount = z.int().check(z.minimum(1), z.maximum(eventMaxCount));

function counts<Category extends AnalyticsCategory>(category: Category) {
  return z.optional(z.partialRecord(z.enum(analyticsLabels[category]), eventCount));
}

/** Counts of events in one page view, by category and label. */
const countedEvents = z.strictObject({
  page: counts('page'),
  navigation: counts('navigation'),
  login: counts('login'),
  pricing: counts('pricing'),
  chat: counts('chat'),
  footer: counts('footer'),
  [sourceCategory]: z.optional(
    z
      .record(z.string().check(z.maxLength(sourceMaxCharacters)), z.literal(1))
      .check(
        z.refine((sources) => Object.keys(sources).length <= 1, 'Must name one source at most'),
      ),
  ),
});

export type CountedEvents = z.output<typeof countedEvents>;

export const countEvents = endpoint({
  method: 'POST',
  path: '/api/analytics',
  summary:
    'Adds to the counts of a day what happened on a page, by category and label, and a `utm_source`. Nothing is counted for who asks so by Do Not Track or Global Privacy Control.',
  access: 'visitor',
  body: () => countedEvents,
  response: () => z.object({}),
});
