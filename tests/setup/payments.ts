import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { Product } from '#domain/plans/plans.ts';
import type { Config } from '#server/config.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { reconcileOrders } from '#server/services/orders/payments/reconcileOrders.ts';
import { startSession } from '#server/services/login/session.ts';
import { createUser } from './database.ts';
import { type AccountServer, startAccountServer } from './accountServer.ts';
import { callJson } from './conversations.ts';

export type Buyer = { userId: string; cookie: () => Promise<string> };

export type PaymentServer = AccountServer & {
  newBuyer(): Promise<Buyer>;
  order(buyer: Buyer, product: Product, more?: OrderOptions): Promise<Order>;
  /** Opens a checkout; returns the path of its page at the sandbox. */
  checkout(buyer: Buyer, order: Order, method?: string): Promise<string>;
  /** Posts a form of the sandbox's pages. Returns its target. */
  act(path: string, fields: Record<string, string>): Promise<string>;
  read(buyer: Buyer, order: Order): Promise<Order>;
  /** The buyer's orders as the page lists them. */
  list(buyer: Buyer): Promise<Order[]>;
  credit(buyer: Buyer): Promise<number>;
  /** The order as it is stored: reading it over HTTP would ask the provider. */
  stored(id: string): Promise<OrderRow | undefined>;
  stateOf(id: string): Promise<string | undefined>;
  ordersOf(buyer: Buyer): Promise<OrderRow[]>;
  /** Runs the job of every ten minutes. */
  reconcile(): Promise<void>;
  /** The ids of the subscriptions that the sandbox has, newest first. */
  subscriptions(): Promise<string[]>;
};

type OrderOptions = { currency?: Currency; requestId?: string; waiver?: boolean };

/** A test server whose jobs run, with the sandbox of payments unless configured. Its ledger is checked at the end. */
export async function startPaymentServer(config: Partial<Config> = {}): Promise<PaymentServer> {
  const server = await startAccountServer(config);
  // Reads the clock of the platform each time, which tests move. A task at its time would do what a test is about to do.
  const now = () => server.platform.now();
  const jobs = await startJobs({ ...server.platform, now }, { isTimed: false });
  const sandbox = server.platform.paymentSandboxUrl ?? '';
  const call = async <Answer>(buyer: Buyer, method: string, path: string, body?: unknown) => {
    const { status, json } = await callJson<Answer>(
      server,
      await buyer.cookie(),
      method,
      path,
      body,
    );
    expect([path, status, json]).toEqual([path, 200, json]);
    return json;
  };
  const stored = async (id: string) => {
    const { query } = server.database;
    const [order] = await query.select().from(paymentOrder).where(eq(paymentOrder.id, id));
    return order;
  };
  return {
    ...server,
    stored,
    stateOf: async (id) => (await stored(id))?.state,
    ordersOf: ({ userId }) =>
      server.database.query.select().from(paymentOrder).where(eq(paymentOrder.userId, userId)),
    reconcile: () => {
      const since = new Date(server.platform.now().getTime() - 8 * 86_400_000);
      return reconcileOrders(server.platform, since);
    },
    newBuyer: async () => {
      const userId = await createUser(server.database, 0);
      const { platform, database } = server;
      return {
        userId,
        cookie: async () =>
          `session=${await startSession(database.query, userId, platform.now())}; user_id=${userId}`,
      };
    },
    order: (buyer, product, { currency = 'USD', requestId, waiver = true } = {}) =>
      call<Order>(buyer, 'POST', '/api/orders', {
        request_id: requestId ?? crypto.randomUUID(),
        product,
        currency,
        waiver,
      }),
    checkout: async (buyer, { id }, method = 'sandbox') => {
      const opened = await call<{ url?: string; code_url?: string }>(
        buyer,
        'POST',
        `/api/orders/${id}/checkout`,
        { method },
      );
      return new URL(opened.url ?? opened.code_url ?? '').pathname;
    },
    act: async (path, fields) => {
      const response = await fetch(new URL(path, sandbox), {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      expect([path, response.status]).toEqual([path, 303]);
      return response.headers.get('location') ?? '';
    },
    list: async (buyer) => (await call<{ items: Order[] }>(buyer, 'GET', '/api/orders')).items,
    read: (buyer, { id }) => call<Order>(buyer, 'GET', `/api/orders/${id}`),
    credit: async (buyer) => (await call<{ credit: number }>(buyer, 'GET', '/api/account')).credit,
    subscriptions: async () => {
      const page = await (await fetch(sandbox)).text();
      return [...page.matchAll(/action="\/renew\/(\w+)"/g)].map(([, id = '']) => id);
    },
    close: async () => {
      await jobs.stop();
      const violations = await verifyLedger(server.database);
      await server.close();
      expect(violations).toEqual([]);
    },
  };
}

/** Pays at a page of the sandbox, which sends no message about it. */
export async function payAtSandbox(page: string): Promise<void> {
  const body = new URLSearchParams({ outcome: 'pay', copies: '0' });
  const response = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  expect(response.status).toBe(303);
}
