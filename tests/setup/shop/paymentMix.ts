import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { type Product, creditsOf } from '#domain/plans/plans.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type OperatorShell, openOperatorShell } from '../operatorProcess.ts';
import { Random } from '../random.ts';
import type { EventObject } from '../stripe/stripeState.ts';
import type { Buyer, Shop } from './shop.ts';

const connections = 32;
const codeCredits = 7;

/** Each worker continues with another buyer after so many actions: accounts have limits. */
const actionsOfBuyer = 12;

/** The actions of a buyer, as the provider and the buyer's browser saw them. */
type Account = Buyer & {
  /** Paid sessions at Stripe, with the credits that each is for. */
  paid: { session: string; credits: number }[];
  codes: number;
  /** Credits that finished answers cost, as the browser read it. */
  spent: number;
};

/** The expected state, computed from the account and the provider's records alone. */
type Expected = { granted: number; spent: number; asked: Map<string, number> };

/**
 * Random purchases, questions, codes, refunds and disputes of many buyers at once. The provider's messages come twice, late
 * and in any order, and the server is killed in between.
 */
export class PaymentMix {
  readonly #shop: Shop;
  readonly #seed: number;
  readonly #accounts: Account[] = [];
  readonly #codes: string[] = [];
  readonly #waiting: EventObject[] = [];
  readonly #disputes: string[] = [];
  #shell: OperatorShell | undefined;
  #collected = 0;
  sent = 0;

  constructor(shop: Shop, seed: number) {
    this.#shop = shop;
    this.#seed = seed;
  }

  get buyers(): number {
    return this.#accounts.length;
  }

  /** Acts until `count` messages were sent, with so many kills among them, and lets everything come to rest. */
  async run(count: number, kills: number): Promise<void> {
    this.#shell = await openOperatorShell(this.#shop.database.url, this.#shop.folder);
    await this.#issueCodes(Math.ceil(count / 10));
    const isOver = () => this.sent >= count;
    const workers = Array.from({ length: connections }, (_, index) =>
      this.#work(new Random(this.#seed + index), isOver),
    );
    await Promise.all([...workers, this.#kill(count, kills)]);
    await this.#rest();
    await this.#shell.close();
  }

  /** Compares every account with the provider and its browser. */
  async check(): Promise<void> {
    expect(await verifyLedger(this.#shop.database)).toEqual([]);
    for (const account of this.#accounts) {
      const { granted, spent, asked } = this.#expectedOf(account);
      const stored = await this.#storedOf(account);
      expect({ ...stored, seed: this.#seed }).toMatchObject({ granted, spent, seed: this.#seed });
      expect(stored.asked, `PAYMENTS_SEED=${this.#seed}`).toEqual(asked);
      // No credit is anywhere else.
      const { available, frozen, taken } = stored;
      expect(available + frozen + taken + spent).toBe(granted);
      expect(stored.held).toBe(0);
    }
  }

  async #issueCodes(count: number): Promise<void> {
    const grants = `credits:${codeCredits}`;
    const run = await this.#shell?.run('codes', 'issue', '--grants', grants, '--count', `${count}`);
    this.#codes.push(...(run?.out.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g) ?? []));
    expect(this.#codes).toHaveLength(count);
  }

  async #work(random: Random, isOver: () => boolean): Promise<void> {
    let account: Account | undefined;
    for (let action = 0; !isOver(); action += 1) {
      if (!account || action % actionsOfBuyer === 0) {
        account = { ...(await this.#shop.newBuyer()), paid: [], codes: 0, spent: 0 };
        this.#accounts.push(account);
      }
      await this.#act(random, account);
    }
  }

  async #act(random: Random, account: Account): Promise<void> {
    // Most parallel actions are messages.
    if (random.whole(0, 9) < 8 && this.#waiting.length > 0) return this.#send(random);
    const action = random.oneOf(['buy', 'buy', 'ask', 'ask', 'redeem', 'refund', 'dispute', 'end']);
    if (action === 'redeem') return this.#redeem(account);
    if (action === 'ask') return this.#ask(random, account);
    if (action === 'end') return this.#endDispute(random);
    if (action === 'buy' || account.paid.length === 0) return this.#buy(random, account);
    const { session } = random.pick(account.paid);
    const { sessions, intents, charges } = this.#shop.stripe;
    const payment = intents.get(sessions.get(session)?.payment_intent ?? '');
    const charge = charges.get(String(payment?.latest_charge));
    if (!payment || !charge || charge.disputed) return;
    if (action === 'dispute') {
      if (random.whole(0, 2) > 0) return;
      this.#disputes.push(this.#shop.stripe.openDispute(payment.id).id);
    } else {
      const left = charge.amount - charge.amount_refunded;
      if (left === 0) return;
      this.#shop.stripe.refund(payment.id, random.whole(1, left));
    }
    this.#collect();
  }

  async #buy(random: Random, account: Account): Promise<void> {
    const product = random.oneOf<Product>(['credit_500', 'credit_1000']);
    const order = await this.#shop.order(account, product);
    const session = await this.#shop.checkout(account, order);
    // The open order may be one that was paid before, whose message has not come yet.
    if (this.#shop.stripe.sessions.get(session)?.status !== 'open') return;
    // Some buyers never pay.
    if (random.whole(0, 9) === 0) return;
    this.#shop.stripe.buyer.pay(session);
    account.paid.push({ session, credits: creditsOf(product, dayOf(new Date())) });
    this.#collect();
  }

  async #redeem(account: Account): Promise<void> {
    const code = this.#codes.pop();
    if (code === undefined) return;
    account.codes += 1;
    const path = `/api/product/code?code=${code}`;
    // A browser that sends it twice, or again after a kill, gets the response that it was redeemed.
    await Promise.all([1, 2].map(() => this.#shop.call(account, 'POST', path)));
  }

  /** Most questions find no credits yet. */
  async #ask(random: Random, account: Account): Promise<void> {
    if ((await this.#shop.credit(account)) === 0) return this.#redeem(account);
    const text = random.oneOf(['sandbox: fast 2', 'sandbox: fail', 'sandbox: cut 3']);
    const charged = await this.#shop.ask(account, text).catch((error: unknown) => {
      // A refund or a dispute took the last credit.
      if (!String(error).includes('no_credits')) throw error;
      return 0;
    });
    account.spent += charged;
  }

  async #endDispute(random: Random): Promise<void> {
    const dispute = this.#disputes.splice(random.whole(0, this.#disputes.length), 1)[0];
    if (dispute === undefined) return;
    this.#shop.stripe.setDispute(dispute, random.oneOf(['won', 'lost']));
    this.#collect();
  }

  #collect(): void {
    for (const event of this.#shop.newMessages()) {
      const copies = 1 + (this.#collected % 4);
      this.#waiting.push(...Array.from({ length: copies }, () => event));
      this.#collected += 1;
    }
  }

  /** Sends any message that waits; every tenth is lost, until the provider sends it again at the end. */
  async #send(random: Random): Promise<void> {
    const [event] = this.#waiting.splice(random.whole(0, this.#waiting.length - 1), 1);
    if (event !== undefined && random.whole(0, 9) > 0) await this.#sendOne(event);
  }

  async #sendOne(event: EventObject): Promise<void> {
    this.sent += 1;
    const message = this.#shop.stripe.message(event);
    expect(await this.#shop.send('stripe', message)).toEqual([200]);
  }

  async #kill(count: number, kills: number): Promise<void> {
    for (let kill = 1; kill <= kills; kill += 1) {
      while (this.sent < (count * kill) / (kills + 1)) await pause(20);
      this.#shop.server.kill();
    }
  }

  /** The nightly job finds payments whose message never came, and the provider sends the other messages again. */
  async #rest(): Promise<void> {
    await this.#shop.reconcile();
    for (const event of this.#shop.stripe.state.events) {
      if (/^(?:refund|charge\.dispute)/.test(event.type)) await this.#sendOne(event);
    }
    await this.#shop.settle();
    await this.#shop.reconcile();
    await this.#shop.settle();
  }

  #expectedOf({ paid, codes, spent }: Account): Expected {
    const { sessions, refunds, disputes } = this.#shop.stripe;
    const bought = paid.reduce((sum, { credits }) => sum + credits, 0);
    const asked = new Map<string, number>();
    for (const { session, credits } of paid) {
      const { payment_intent: payment, amount_total: amount } = sessions.get(session) ?? {};
      const isLost = disputes
        .values()
        .some((dispute) => dispute.payment_intent === payment && dispute.status === 'lost');
      const returned = refunds
        .values()
        .filter((refund) => refund.payment_intent === payment)
        .reduce((sum, refund) => sum + refund.amount, 0);
      const share = isLost ? 1 : returned / (amount ?? 1);
      if (share > 0) asked.set(String(payment), Math.round(credits * share));
    }
    return { granted: bought + codes * codeCredits, spent, asked };
  }

  async #storedOf({ userId }: Account) {
    const { pool } = this.#shop.database;
    const number = async (text: string) =>
      Number((await pool.query<{ sum: string }>(text, [userId])).rows[0]?.sum ?? 0);
    const ofKind = (kind: string, column: string) =>
      number(`select sum(${column}) from ledger_entry where user_id = $1 and kind = '${kind}'`);
    const { rows } = await pool.query<{ payment: string; asked: string }>(
      `select o.payment_id as payment, sum(r.asked) as asked
        from credit_refund r join credit_lot l on l.id = r.lot_id
        join payment_order o on l.origin_type = 'order' and l.origin_id = o.id::text
        where l.user_id = $1 and r.failed is null group by 1`,
      [userId],
    );
    return {
      granted: await ofKind('grant', 'balance_change'),
      spent: 0 - (await ofKind('settle', 'held_change')),
      asked: new Map(rows.map(({ payment, asked }) => [payment, Number(asked)])),
      taken: await number(
        `select sum(taken) from credit_refund r join credit_lot l on l.id = r.lot_id
          where l.user_id = $1 and r.failed is null`,
      ),
      available: await number('select available as sum from credit_balance where user_id = $1'),
      frozen: await number('select frozen as sum from credit_balance where user_id = $1'),
      held: await number('select held as sum from credit_balance where user_id = $1'),
    };
  }
}
