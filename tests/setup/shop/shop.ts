import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Checkout, Order } from '#contract/orders/orders.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { Product } from '#domain/plans/plans.ts';
import { eventsTask } from '#server/services/orders/taskNames.ts';
import { startSession } from '#server/services/login/session.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../databaseProxy.ts';
import { receiveAnswer } from '../persistentReader.ts';
import type { SentMessage } from '../gatewayHarness.ts';
import { type StripeServer, startStripeServer } from '../stripe/stripeServer.ts';
import type { EventObject } from '../stripe/stripeState.ts';
import { type WechatServer, startWechatServer } from '../wechat/wechatServer.ts';
import { environmentOf, networkOf, publicUrl } from './shopEnvironment.ts';
import { ShopServer } from './shopServer.ts';
import { StateSteps } from './stateSteps.ts';

type Parts = {
  database: TestDatabase;
  proxy: DatabaseProxy;
  stripe: StripeServer;
  wechat: WechatServer;
  server: ShopServer;
  steps: StateSteps;
  folder: string;
};

export type Buyer = { userId: string };

type OrderOptions = { currency?: Currency; requestId?: string };

/**
 * The product as its operator runs it, with local servers of both providers, which it asks through the real libraries.
 * Everything here continues when the server is killed: calls are repeated as browsers and providers do.
 */
export class Shop {
  readonly database: TestDatabase;
  readonly stripe: StripeServer;
  readonly wechat: WechatServer;
  readonly server: ShopServer;
  readonly steps: StateSteps;
  readonly #proxy: DatabaseProxy;
  /** The server's data folder. */
  readonly folder: string;
  #delivered = 0;

  private constructor({ database, proxy, stripe, wechat, server, steps, folder }: Parts) {
    this.database = database;
    this.stripe = stripe;
    this.wechat = wechat;
    this.server = server;
    this.steps = steps;
    this.#proxy = proxy;
    this.folder = folder;
  }

  static async open(): Promise<Shop> {
    const [database, stripe, wechat, folder] = await Promise.all([
      createTestDatabase(),
      startStripeServer(),
      startWechatServer(),
      mkdtemp(join(tmpdir(), 'dolores-shop-')),
    ]);
    const proxy = await startDatabaseProxy(database.url);
    stripe.config.webhookSecrets = [`whsec_${'old'.repeat(8)}`, `whsec_${'new'.repeat(8)}`];
    const server = await ShopServer.start(environmentOf(stripe, wechat, proxy.url, folder));
    const steps = new StateSteps(server.kill);
    proxy.watch(steps);
    for (const { hooks } of [stripe, wechat]) hooks.after = (call) => steps.take(call);
    return new Shop({ database, proxy, stripe, wechat, server, steps, folder });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.#proxy.close();
    await Promise.all([this.stripe.close(), this.wechat.close()]);
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  get now(): Date {
    return new Date(Date.now() + this.server.ahead * 1_000);
  }

  async newBuyer(): Promise<Buyer> {
    return { userId: await createUser(this.database, 0) };
  }

  /** Calls the API as the browser of a visitor does, from a network of their own. */
  visit(method: string, path: string, cookie = ''): Promise<Response> {
    const headers = { cookie, origin: publicUrl, 'x-forwarded-for': `fd01:${networkOf(path)}::1` };
    return this.server.fetch(path, { method, headers });
  }

  /** Returns the code in the newest mail to an address. */
  async readCode(email: string): Promise<string> {
    const [mailbox = ''] = /http:\/\/127\.0\.0\.1:\d+\/(?=\n)/.exec(this.server.output) ?? [];
    const response = await fetch(`${mailbox}latest.json?to=${encodeURIComponent(email)}`);
    const { text } = (await response.json()) as { text: string };
    return /^\d{4}$/m.exec(text)?.[0] ?? '';
  }

  /** Calls the API as a buyer's browser does. */
  async call(buyer: Buyer, method: string, path: string, body?: unknown): Promise<Response> {
    const session = await startSession(this.database.query, buyer.userId, this.now);
    return this.server.fetch(path, {
      method,
      headers: {
        cookie: `session=${session}; user_id=${buyer.userId}`,
        origin: publicUrl,
        'content-type': 'application/json',
        'x-forwarded-for': `fd00:${networkOf(buyer.userId)}::1`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async read<Answer>(buyer: Buyer, method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.call(buyer, method, path, body);
    const json: unknown = await response.json();
    expect([path, response.status, json]).toEqual([path, 200, json]);
    return json as Answer;
  }

  order(buyer: Buyer, product: Product, options: OrderOptions = {}): Promise<Order> {
    const { currency = 'USD', requestId = randomUUID() } = options;
    const requested = { request_id: requestId, product, currency, waiver: true };
    return this.read(buyer, 'POST', '/api/orders', requested);
  }

  /** Opens a checkout. Returns its id at the provider: the session of Stripe, the order's number at WeChat. */
  async checkout(
    buyer: Buyer,
    { id }: Order,
    method: 'stripe' | 'wechat' = 'stripe',
  ): Promise<string> {
    const body = { method };
    const opened = await this.read<Checkout>(buyer, 'POST', `/api/orders/${id}/checkout`, body);
    if (opened.kind === 'redirect') return opened.url.split('/').at(-1) ?? '';
    const orders = [...this.wechat.orders.values()];
    return orders.find(({ codeUrl }) => codeUrl === opened.code_url)?.number ?? '';
  }

  /** A paid order of which the server was not notified. */
  async buy(buyer: Buyer, product: Product, options: OrderOptions = {}): Promise<Order> {
    const order = await this.order(buyer, product, options);
    this.stripe.buyer.pay(await this.checkout(buyer, order));
    return order;
  }

  /** An order of 500 credits whose code at WeChat can be paid. */
  async openWechat(): Promise<{ buyer: Buyer; order: Order; number: string }> {
    const buyer = await this.newBuyer();
    const order = await this.order(buyer, 'credit_500', { currency: 'CNY' });
    return { buyer, order, number: await this.checkout(buyer, order, 'wechat') };
  }

  /** A running subscription, with its id at Stripe. */
  async subscribe(
    buyer: Buyer,
    product: Product,
  ): Promise<{ order: Order; subscriptionId: string }> {
    const order = await this.buy(buyer, product);
    await this.deliver();
    const subscriptionId = [...this.stripe.subscriptions.keys()].at(-1) ?? '';
    return { order, subscriptionId };
  }

  /** Sends a message to our address until it is taken. Returns the status of each of the copies. */
  async send(method: 'stripe' | 'wechat', message: SentMessage, copies = 1): Promise<number[]> {
    const { headers, body } = message;
    const posts = Array.from({ length: copies }, async () => {
      const path = `/api/payments/${method}/events`;
      const response = await this.server.fetch(path, {
        method: 'POST',
        headers,
        body: body.slice(),
      });
      return response.status;
    });
    return Promise.all(posts);
  }

  /** Messages of Stripe that were not sent yet. */
  newMessages(): EventObject[] {
    const messages = this.stripe.state.events.slice(this.#delivered);
    this.#delivered = this.stripe.state.events.length;
    return messages;
  }

  /** Lets Stripe send its pending messages, and waits until they were applied. */
  async deliver(order: 'in order' | 'reversed' = 'in order', copies = 1): Promise<void> {
    const messages = this.newMessages();
    for (const event of order === 'reversed' ? messages.toReversed() : messages) {
      const statuses = await this.send('stripe', this.stripe.message(event), copies);
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    await this.settle();
  }

  /** Lets WeChat notify the server of a payment. */
  async deliverWechat(number: string, copies = 1): Promise<number[]> {
    const message = this.wechat.message('TRANSACTION.SUCCESS', this.wechat.showOrder(number));
    const statuses = await this.send('wechat', message, copies);
    await this.settle();
    return statuses;
  }

  /**
   * Waits until no message waits to be applied. A further try of one is due in two seconds or more: the clock is moved
   * instead of waiting, and the job asked for, because the server's clock is ahead of the database's.
   */
  async settle(): Promise<void> {
    const { pool } = this.database;
    const waiting = `select count(*)::int as count from provider_event where state = 'waiting'`;
    let polls = 0;
    await this.waitFor(async () => {
      const { rows } = await pool.query<{ count: number }>(waiting);
      polls += 1;
      if (rows[0]?.count === 0) return true;
      if (polls % 12 === 0) {
        await this.advance(2 ** (polls / 12));
        await pool.query(`select graphile_worker.add_job($1)`, [eventsTask]);
      }
      return false;
    });
  }

  async waitFor(isTrue: () => Promise<boolean>, seconds = 30): Promise<void> {
    for (let tries = 0; tries < seconds * 40; tries += 1) {
      if (await isTrue()) return;
      await pause(25);
    }
    throw new Error(
      `Nothing happened within ${seconds} seconds: ${this.server.output.slice(-2_000)}`,
    );
  }

  /** Moves the clocks of the server and of both providers on. */
  async advance(seconds: number): Promise<void> {
    await this.server.advance(seconds);
    this.stripe.advance(seconds);
    this.wechat.advance(seconds);
    this.wechat.clock.ahead = this.server.ahead;
  }

  /** Runs a job in the server, to its end. */
  async runJob(task: string, payload: object = {}): Promise<void> {
    const add = 'select id from graphile_worker.add_job($1, $2::json, max_attempts => 1)';
    for (;;) {
      const { kills } = this.server;
      const { rows } = await this.database.pool.query<{ id: string }>(add, [task, payload]);
      const left = 'select locked_at from graphile_worker.jobs where id = $1';
      await this.waitFor(async () => {
        if (this.server.kills > kills) return true;
        const found = await this.database.pool.query(left, [rows[0]?.id]);
        return found.rowCount === 0;
      }, 600);
      if (this.server.kills === kills) return;
    }
  }

  /** Runs the nightly job: compares everything of the last days with the providers. */
  async reconcile(): Promise<void> {
    await this.runJob('reconcile_orders', { hours: 192 });
  }

  /** Asks the sandbox of models, and reads its answer to the end. Returns its price. */
  async ask({ userId }: Buyer, text: string): Promise<number> {
    const cookie = `session=${await startSession(this.database.query, userId, this.now)}`;
    const { end } = await receiveAnswer({ urls: [this.server.url], cookie, text });
    return end.charged;
  }

  async credit(buyer: Buyer): Promise<number> {
    return (await this.read<{ credit: number }>(buyer, 'GET', '/api/account')).credit;
  }

  /** A buyer's orders as they are stored, the oldest first, such as `fulfilled purchase`. */
  async orders(buyer: Buyer): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ text: string }>(
      `select concat_ws(' ', state, kind, failure) as text from payment_order where user_id = $1
        order by created, id`,
      [buyer.userId],
    );
    return rows.map(({ text }) => text);
  }
}
