import { customType } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { searchSource } from '#contract/search/aiSearch.ts';
import { languages } from '#domain/languages/languages.ts';
import type { MediaTicket } from '#domain/media/mediaJob.ts';
import type { CheckoutPage, EventSubject } from '#domain/orders/payments.ts';
import type { PriceStep } from '#domain/pricing/quote.ts';
import type { StillSpan } from '#domain/ranking/ranking.ts';

/**
 * A column of JSON that is parsed by a schema when a row is read. Throws a `ZodError` for a value that is something else.
 * Raw SQL returns the column unparsed.
 */
export function parsedJson<Value>(name: string, schema: z.ZodMiniType<Value>) {
  return customType<{ data: Value; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => schema.parse(stored),
  })(name);
}

/** Texts by language. */
export const textsByLanguage = z.partialRecord(z.enum(languages), z.string());

/** An object of another version of the code, perhaps: its readers check its fields. */
export const anyObject = z.record(z.string(), z.unknown());

/** The sources of an answer of AI search. */
export const searchSources = z.array(searchSource);

/** The reductions of a price. */
export const priceSteps: z.ZodMiniType<readonly PriceStep[]> = z.array(
  z.object({
    kind: z.enum(['promotion', 'yearly', 'code']),
    percentOff: z.number(),
    amount: z.number(),
  }),
);

export const checkoutPage: z.ZodMiniType<CheckoutPage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('scan'), codeUrl: z.string() }),
]);

const subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['checkout', 'invoice', 'subscription', 'refund', 'dispute']),
    id: z.string(),
  }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('unreadable'), why: z.string() }),
]);

/** The subject of a provider's message. One that a newer version stored must not keep others from being applied. */
// oxlint-disable-next-line promise/valid-params -- the fallback of a schema, not of a promise
export const eventSubject: z.ZodMiniType<EventSubject> = z.catch(subject, {
  kind: 'unreadable',
  why: 'stored by another version',
});

export const mediaTicket: z.ZodMiniType<MediaTicket> = z.object({
  id: z.string(),
  statusUrl: z.exactOptional(z.string()),
  resultUrl: z.exactOptional(z.string()),
  cancelUrl: z.exactOptional(z.string()),
});

/** The ISO times of a plan's term before it was paused, and whether it had not begun or was in its last lot. */
export const pausedTerm = z.object({
  starts: z.string(),
  ends: z.string(),
  waits: z.exactOptional(z.boolean()),
  isLastLot: z.exactOptional(z.boolean()),
});

export const stillSpans: z.ZodMiniType<StillSpan[]> = z.array(
  z.object({ source: z.string(), from: z.string(), to: z.string() }),
);
