import type Stripe from 'stripe';
import { PaymentUnknownError, type TimeSpan } from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';

/** Stripe's largest page. */
const pageSize = 100;

/** Longer lists cover a time span that is too long for a request. */
const mostPages = 200;

type PageParams = { limit: number; starting_after?: string };

type Page<Thing> = { data: Thing[]; has_more: boolean };

/** Yields all objects of a list of Stripe, newest first. */
export async function* listAll<Thing extends { id: string }>(
  client: StripeClient,
  readPage: (stripe: Stripe, page: PageParams) => Promise<Page<Thing>>,
): AsyncGenerator<Thing> {
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = { limit: pageSize, ...(after === undefined ? {} : { starting_after: after }) };
    const { data, has_more: hasMore } = await client.ask((stripe) => readPage(stripe, params));
    yield* data;
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return;
  }
  throw new PaymentUnknownError(`Stripe lists more than ${mostPages * pageSize} objects`);
}

/** Returns the range of creation times for Stripe's lists, in whole seconds. */
export function createdWithin({ from, to }: TimeSpan): { gte: number; lt: number } {
  return { gte: secondsOf(from), lt: secondsOf(to) };
}

export function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
