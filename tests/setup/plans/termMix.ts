import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, lte } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  type PlanProduct,
  isPro,
  monthsOf,
  planProducts,
  termEnd,
} from '#domain/plans/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';
import { creditLot, planTerm } from '#server/db/schema/credits.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import type { DisputeState, PaymentGateway } from '#server/gateways/payments/payments.ts';
import { fulfilOrder } from '#server/services/orders/payments/fulfilOrder.ts';
import { lockOrder } from '#server/services/orders/order.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { moveRefund } from '#server/services/orders/refunds/moveRefund.ts';
import type { RefundRow } from '#server/services/orders/refunds/refund.ts';
import { storeRefund } from '#server/services/orders/refunds/storeRefund.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';
import { type TestDatabase, corePlatform, createUser } from '../database.ts';
import type { Random } from '../random.ts';
import { TermModel, day, describeSpan } from './termModel.ts';

/** Whole credits of a week or month, so that each lot is seen. */
const credits = 100;
const price = 1_000;

type Cause = { kind: 'refund'; refund: RefundRow } | { kind: 'dispute'; state: DisputeState };

/** A user's plans in a database, with their model. */
class TermMix {
  readonly model: TermModel;
  readonly orders: string[] = [];
  readonly #causes = new Map<string, Cause>();
  readonly #database: TestDatabase;
  readonly #userId: string;

  constructor(database: TestDatabase, userId: string, now: Date) {
    this.#database = database;
    this.#userId = userId;
    this.model = new TermModel(now);
  }

  async buy(product: PlanProduct, isBilled: boolean): Promise<void> {
    const { now } = this.model;
    this.model.buy(product, isBilled);
    const id = randomUUID();
    this.orders.push(id);
    const period = isBilled ? { periodStarts: now, periodEnds: termEnd(product, now) } : {};
    await this.#database.query.insert(paymentOrder).values({
      ...period,
      id,
      userId: this.#userId,
      requestId: id,
      kind: 'purchase',
      product,
      credits,
      currency: 'USD',
      amount: price,
      regular: price,
      following: price,
      steps: [],
      state: 'paid',
      method: 'sandbox',
      paymentId: id,
      expires: now,
      paid: now,
    });
    await this.#change(id, async (transaction) => {
      await fulfilOrder(transaction, await lockOrder(transaction, id), now);
    });
  }

  /** Returns the whole price, or lets a bank dispute it. */
  async pause(purchase: number, isDispute: boolean): Promise<void> {
    const id = this.orders[purchase];
    if (id === undefined || this.model.purchases[purchase]?.paused) return;
    this.model.pause(purchase);
    if (!isDispute) return this.#refund(id);
    const amount = { amount: price, currency: 'USD' as const };
    const disputeId = randomUUID();
    const opened = this.model.now;
    const state = { disputeId, paymentId: id, amount, opened, state: 'open' as const };
    this.#causes.set(id, { kind: 'dispute', state });
    await this.#tellDispute(state);
  }

  /** Lets the refund fail, or the dispute be won, for some after it was lost. */
  async resume(purchase: number, isLostFirst: boolean): Promise<void> {
    const id = this.orders[purchase] ?? '';
    const cause = this.#causes.get(id);
    if (!cause) return;
    this.#causes.delete(id);
    this.model.resume(purchase);
    if (cause.kind === 'dispute') {
      if (isLostFirst) await this.#tellDispute({ ...cause.state, state: 'lost' });
      return this.#tellDispute({ ...cause.state, state: 'won' });
    }
    await this.#change(id, async (transaction) => {
      const order = await lockOrder(transaction, id);
      await moveRefund(transaction, order, cause.refund, { state: 'failed' }, this.model.now);
    });
  }

  /** Lets time pass, with the job that grants credits at each time at which some are due. */
  async pass(milliseconds: number): Promise<void> {
    this.model.pass(milliseconds);
    const until = this.model.now;
    for (;;) {
      const [due] = await this.#database.query
        .select({ time: planTerm.nextLot })
        .from(planTerm)
        .where(
          and(
            eq(planTerm.userId, this.#userId),
            isNotNull(planTerm.nextLot),
            lte(planTerm.nextLot, until),
          ),
        )
        .orderBy(asc(planTerm.nextLot))
        .limit(1);
      const time = due?.time;
      if (!time) return;
      await this.#database.transaction((transaction) =>
        grantDueLots(transaction, this.#userId, time),
      );
    }
  }

  /** Compares the open terms with those of the model. */
  async compare(about: string): Promise<void> {
    const open = await this.#database.query
      .select()
      .from(planTerm)
      .where(and(eq(planTerm.userId, this.#userId), gt(planTerm.ends, this.model.now)));
    expect(open.map(describeSpan).toSorted(), about).toEqual(this.model.openSpans());
  }

  /** Checks the credits of each purchase: those of every lot that the model granted, once. */
  async checkLots(about: string): Promise<void> {
    for (const [index, id] of this.orders.entries()) {
      const lots = await this.#database.query
        .select({ granted: creditLot.granted })
        .from(creditLot)
        .where(and(eq(creditLot.originType, 'order'), eq(creditLot.originId, id)));
      const { lots: expected, product, paused } = this.model.purchases[index] ?? { lots: 0 };
      expect([index, lots.length], about).toEqual([index, expected]);
      if (product && isPro(product) && !paused) expect(expected, about).toBe(monthsOf(product));
    }
  }

  async #refund(id: string): Promise<void> {
    await this.#change(id, async (transaction) => {
      const order = await lockOrder(transaction, id);
      const requested = { requestId: randomUUID(), amount: price, reason: 'tested' };
      const more = { refundedBy: 'operator', endsOrder: true } as const;
      const refund = await storeRefund(
        transaction,
        order,
        { ...requested, ...more },
        this.model.now,
      );
      if (!refund) throw new Error('The refund was not stored');
      this.#causes.set(id, { kind: 'refund', refund });
    });
  }

  async #tellDispute(state: DisputeState): Promise<void> {
    const core = corePlatform(this.#database, { now: () => this.model.now });
    // Only the provider's answer to one question is needed.
    const provider: Partial<PaymentGateway> = {
      method: 'sandbox',
      readDispute: () => Promise.resolve(state),
    };
    const outcome = await applyDispute(
      { ...core, payments: new Map() },
      provider as PaymentGateway,
      state.disputeId,
    );
    expect(outcome.kind).toBe('applied');
  }

  #change(id: string, work: (transaction: Executor) => Promise<void>): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      await lockOrder(transaction, id);
      await work(transaction);
    });
  }
}

/** Runs a random sequence on the database and on the model, and compares them after each step until all time is over. */
export async function runTermMix(database: TestDatabase, random: Random): Promise<number> {
  const start = Date.UTC(2026, random.whole(0, 25), random.whole(1, 31), random.whole(0, 23));
  const userId = await createUser(database, 0);
  const mix = new TermMix(database, userId, new Date(start));
  const { model } = mix;
  const about = () => `seed ${random.seed}:\n${[...model.steps, ...model.lines()].join('\n')}`;
  for (let step = random.whole(3, 12); step > 0; step -= 1) {
    // Terms of the same moment have no order: their ids are random.
    await mix.pass(1_000);
    const purchase = random.whole(0, Math.max(model.purchases.length - 1, 0));
    const isSecond = random.whole(0, 1) === 0;
    switch (random.whole(0, 5)) {
      case 0:
      case 1:
        await mix.buy(random.oneOf(planProducts), isSecond);
        break;
      case 2:
        await mix.pause(purchase, isSecond);
        break;
      case 3:
        await mix.resume(purchase, isSecond);
        break;
      default:
        await mix.pass(
          random.whole(0, random.oneOf([2, 40, 200])) * day + random.whole(0, day - 1),
        );
    }
    await mix.compare(about());
  }
  while (model.isWaiting() || model.isCovered()) await mix.pass(random.whole(30, 300) * day);
  await mix.checkLots(about());
  return model.purchases.length;
}
