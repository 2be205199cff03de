import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { RenewingPlan } from '#contract/orders/subscription.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { providerEvent, subscription } from '#server/db/schema/orders.ts';
import { applyEvents } from '#server/services/orders/events/applyEvents.ts';
import { callJson } from '../conversations.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../payments.ts';
import { type StripeServer, startStripeServer } from './stripeServer.ts';
import type { EventObject } from './stripeState.ts';

type Answer<Json> = { status: number; json: Json };

export type Change = { order: Order | null; plan: RenewingPlan };

export type StripePlans = PaymentServer & {
  stripe: StripeServer;
  /** Moves the clocks of Stripe and of the server on, in that order. */
  pass(seconds: number): void;
  /** Posts the messages that Stripe has made since the last call, as `order` sorts and repeats them, and applies them. */
  deliver(order?: (events: EventObject[]) => EventObject[]): Promise<void>;
  /** Buys a plan; returns its subscription at Stripe. */
  subscribe(buyer: Buyer, product: PlanProduct): Promise<string>;
  /** A new buyer who has a plan, and its subscription at Stripe. */
  subscriber(product: PlanProduct): Promise<{ buyer: Buyer; id: string }>;
  /** Kind, product, state and amount of each order of a buyer, the oldest first. */
  books(buyer: Buyer): Promise<[string, string, string, number][]>;
  plan(buyer: Buyer): Promise<RenewingPlan>;
  change(
    buyer: Buyer,
    product: PlanProduct,
    more?: { requestId?: string; amount?: number },
  ): Promise<Answer<Change>>;
  post(buyer: Buyer, verb: 'cancel' | 'resume'): Promise<Answer<{ plan: RenewingPlan }>>;
  setCard(id: string, card: 'works' | 'is declined' | 'asks for a confirmation'): void;
  periodEnd(id: string): Date;
  /** Ends the present period at Stripe, with its bill. */
  renew(id: string): void;
  /** Expects that the newest order of a buyer is a paid renewal of this plan, at this price. */
  expectRenewal(buyer: Buyer, product: PlanProduct, amount: number): Promise<void>;
  /** Returns all credits that were ever granted to a buyer. */
  granted(buyer: Buyer): Promise<number>;
};

/** A test server that takes money by Stripe's local server through the real library. */
export async function startStripePlans(): Promise<StripePlans> {
  const stripe = await startStripeServer();
  const server = await startPaymentServer({ stripe: stripe.config });
  let delivered = 0;
  const call = async <Json>(
    buyer: Buyer,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer<Json>> => callJson<Json>(server, await buyer.cookie(), method, path, body);
  const pass = (seconds: number) => {
    stripe.advance(seconds);
    server.advance(seconds);
  };
  const periodEnd = (id: string) =>
    new Date((stripe.subscriptions.get(id)?.items.data[0]?.current_period_end ?? 0) * 1_000);
  const deliver: StripePlans['deliver'] = async (order = (events) => events) => {
    const events = stripe.state.events.slice(delivered);
    delivered = stripe.state.events.length;
    for (const event of order(events)) {
      const { body, headers } = stripe.messageNow(event);
      const response = await fetch(`${server.url}/api/payments/stripe/events`, {
        method: 'POST',
        body: Buffer.from(body),
        headers,
      });
      expect([event.type, response.status]).toEqual([event.type, 200]);
    }
    await applyAll(server);
  };
  const subscribe: StripePlans['subscribe'] = async (buyer, product) => {
    const { id } = await server.order(buyer, product);
    const opened = await call<{ url: string }>(buyer, 'POST', `/api/orders/${id}/checkout`, {
      method: 'stripe',
    });
    expect(opened.status).toBe(200);
    const session = stripe.sessions.values().at(-1);
    stripe.buyer.pay(session?.id ?? '');
    await deliver();
    expect(await server.stateOf(id)).toBe('fulfilled');
    const [row] = await server.database.query
      .select()
      .from(subscription)
      .where(eq(subscription.userId, buyer.userId));
    return row?.providerId ?? '';
  };
  const books: StripePlans['books'] = async (buyer) =>
    (await server.ordersOf(buyer))
      .toSorted((one, other) => Number(one.created) - Number(other.created))
      .map(({ kind, product, state, amount }) => [kind, product, state, amount]);
  return {
    ...server,
    stripe,
    pass,
    deliver,
    periodEnd,
    subscribe,
    subscriber: async (product) => {
      const buyer = await server.newBuyer();
      return { buyer, id: await subscribe(buyer, product) };
    },
    books,
    expectRenewal: async (buyer, product, amount) => {
      expect((await books(buyer)).at(-1)).toEqual(['renewal', product, 'fulfilled', amount]);
    },
    plan: async (buyer) =>
      (await call<{ plan: RenewingPlan }>(buyer, 'GET', '/api/subscription')).json.plan,
    change: async (buyer, product, { requestId = crypto.randomUUID(), amount } = {}) => {
      const { json } = await call<{ plan: RenewingPlan }>(buyer, 'GET', '/api/subscription');
      const offered = json.plan.changes.find((change) => change.product === product);
      return call<Change>(buyer, 'POST', '/api/subscription/change', {
        request_id: requestId,
        product,
        amount: amount ?? offered?.amount ?? json.plan.waiting?.amount ?? 0,
        waiver: true,
      });
    },
    post: (buyer, verb) => call(buyer, 'POST', `/api/subscription/${verb}`),
    setCard: (id, card) => {
      stripe.books.cards.set(stripe.subscriptions.get(id)?.customer ?? '', card);
    },
    renew: (id) => {
      const seconds = periodEnd(id).getTime() / 1_000 - stripe.now();
      pass(Math.max(0, seconds) + 7_200);
    },
    granted: async ({ userId }) => {
      const lots = await server.database.query
        .select({ amount: creditLot.granted })
        .from(creditLot)
        .where(eq(creditLot.userId, userId));
      return lots.reduce((sum, { amount }) => sum + amount, 0);
    },
    close: async () => {
      await server.close();
      await stripe.close();
    },
  };
}

async function applyAll({ platform, database }: PaymentServer): Promise<void> {
  let ahead = 0;
  const waiting = async () => {
    // Longer than the pause before a further try.
    ahead += 7_200_000;
    await applyEvents({ ...platform, now: () => new Date(platform.now().getTime() + ahead) });
    const events = await database.query.select().from(providerEvent);
    return events.filter(({ state }) => state === 'waiting').length;
  };
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
}
