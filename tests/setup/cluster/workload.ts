import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Checkout, Order } from '#contract/orders/orders.ts';
import { type Database, UnacknowledgedCommit } from '#server/db/connect.ts';
import { isDatabaseGone } from '#server/errors.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { startSession } from '#server/services/login/session.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { randomCommand } from '../answerKills.ts';
import { createUser } from '../database.ts';
import { type ReceivedAnswer, receiveAnswer } from '../persistentReader.ts';
import type { Random } from '../random.ts';
import type { StripeServer } from '../stripe/stripeServer.ts';

const retryMilliseconds = 300;
const callMilliseconds = 8_000;
const editMilliseconds = 20_000;
const startCredits = 1_000_000;

type Parts = {
  database: Database;
  /** The addresses of the servers. Each call goes to one of them, and to the next one when it fails. */
  urls: readonly string[];
  stripe: StripeServer;
  random: Random;
};

/** Users who ask, buyers who pay, and an operator who edits and publishes, until they are told to stop. */
export class Workload {
  readonly answers: ReceivedAnswer[] = [];
  /** Ids of paid orders, with their buyers. */
  readonly paid: { orderId: string; userId: string }[] = [];
  /** The last name that was given to the GPT. */
  lastName = '';
  gptId = '';
  readonly #parts: Parts;
  readonly #running: Promise<void>[] = [];
  #turn = 0;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(askers: number, buyers: number, isPublishing: boolean): Promise<void> {
    const { database } = this.#parts;
    for (let count = 0; count < askers; count += 1) {
      const cookie = await this.#cookieOf(await createUser(database, startCredits));
      this.#running.push(this.#repeat(() => this.#ask(cookie)));
    }
    for (let count = 0; count < buyers; count += 1) {
      const userId = await createUser(database, 0);
      const cookie = await this.#cookieOf(userId);
      this.#running.push(this.#repeat(() => this.#buy(userId, cookie)));
    }
    if (buyers > 0) this.#running.push(this.#repeat(() => this.#deliver()));
    if (isPublishing) this.#running.push(this.#repeat(() => this.#edit()));
  }

  /** Ends after the answers that run. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
    await this.#deliver();
  }

  /** Calls a server, again until it answers with success. Throws for a refusal. */
  async call<Answer>(
    cookie: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    for (;;) {
      const response = await this.#send(path, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (response?.ok) return (await response.json()) as Answer;
      if (response !== undefined && response.status < 500) {
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      }
      await pause(retryMilliseconds);
    }
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) await work();
  }

  async #cookieOf(userId: string): Promise<string> {
    const token = await startSession(this.#parts.database.query, userId, new Date());
    return `session=${token}; user_id=${userId}`;
  }

  async #ask(cookie: string): Promise<void> {
    const { urls, random } = this.#parts;
    const first = random.whole(0, urls.length - 1);
    const turned = [...urls.slice(first), ...urls.slice(0, first)];
    const text = randomCommand(random);
    this.answers.push(await receiveAnswer({ urls: turned, cookie, text }));
  }

  async #buy(userId: string, cookie: string): Promise<void> {
    const { stripe } = this.#parts;
    const order = await this.call<Order>(cookie, 'POST', '/api/orders', {
      request_id: randomUUID(),
      product: 'credit_500',
      currency: 'USD',
      waiver: true,
    });
    const path = `/api/orders/${order.id}/checkout`;
    const opened = await this.call<Checkout>(cookie, 'POST', path, { method: 'stripe' });
    if (opened.kind !== 'redirect') throw new Error('Stripe has no page');
    stripe.buyer.pay(opened.url.split('/').at(-1) ?? '');
    this.paid.push({ orderId: order.id, userId });
    await pause(1_000);
  }

  #delivered = 0;

  /** Stripe sends each of its messages until it is taken. */
  async #deliver(): Promise<void> {
    const { stripe } = this.#parts;
    const event = stripe.state.events[this.#delivered];
    if (event === undefined) {
      if (!this.#isStopped) await pause(retryMilliseconds);
      return;
    }
    const { headers, body } = stripe.messageNow(event);
    const response = await this.#send('/api/payments/stripe/events', {
      method: 'POST',
      headers: Object.fromEntries(headers),
      body: Buffer.from(body),
    });
    if (response?.ok) this.#delivered += 1;
    else await pause(retryMilliseconds);
    if (this.#isStopped) await this.#deliver();
  }

  async #edit(): Promise<void> {
    const { database } = this.#parts;
    const name = `Edition ${randomUUID().slice(0, 8)}`;
    try {
      await database.transaction(async (transaction) => {
        const first = sql`(select id from gpt where removed is null order by id limit 1)`;
        const [row] = await transaction
          .update(gpt)
          .set({ name })
          .where(eq(gpt.id, first))
          .returning({ id: gpt.id });
        await requestPublish(transaction, { by: 'the test', isAutomatic: false });
        this.gptId = row?.id ?? '';
      });
      this.lastName = name;
    } catch (error) {
      if (!isDatabaseGone(error) && !(error instanceof UnacknowledgedCommit)) throw error;
      // The next edit follows.
      this.lastName = '';
    }
    const until = Date.now() + editMilliseconds;
    while (Date.now() < until && !this.#isStopped) await pause(retryMilliseconds);
  }

  async #send(path: string, init: RequestInit): Promise<Response | undefined> {
    const { urls } = this.#parts;
    const url = urls[(this.#turn += 1) % urls.length] ?? '';
    const headers = { ...(init.headers as Record<string, string>), origin: url };
    const signal = AbortSignal.timeout(callMilliseconds);
    return fetch(`${url}${path}`, { ...init, headers, signal }).catch(() => undefined);
  }
}
