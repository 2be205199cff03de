import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { Product } from '#domain/plans/plans.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { moneyMail } from '#server/db/schema/moneyMails.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailMoney } from '#server/services/orders/mails/mailMoney.ts';
import { noteMoneyMails } from '#server/services/orders/mails/noteMoneyMails.ts';
import { refundByOperator } from '#server/services/orders/refunds/refundByOperator.ts';
import { askNewRefunds } from '#server/services/orders/refunds/reconcileRefunds.ts';
import { addPlan } from '#server/services/plans/addPlan.ts';
import type { Buyer } from '../../setup/payments.ts';
import { type StripePlans, startStripePlans } from '../../setup/stripe/stripePlans.ts';

let shop: StripePlans;
let mails: Mail[];

beforeAll(async () => {
  shop = await startStripePlans();
  Object.assign(shop.platform.mail, { send: async (mail: Mail) => void mails.push(mail) });
  Object.assign(shop.platform.config.operator, {
    sellerCountry: 'DE',
    seller: 'Dolores\nStreet 1',
    supportEmail: 'help@example.org',
  });
});

beforeEach(() => {
  mails = [];
});

afterAll(() => shop.close());

const day = 86_400;

/** Runs the job of every minute. */
async function mailAll(): Promise<void> {
  await noteMoneyMails(shop.platform);
  await mailMoney(shop.platform);
}

async function emailOf({ userId }: Buyer): Promise<string> {
  const isBuyer = eq(appUser.id, userId);
  const [user] = await shop.database.query.select().from(appUser).where(isBuyer);
  return user?.email ?? '';
}

/** The kinds of the noted mails of a buyer, the oldest first. */
async function kindsOf({ userId }: Buyer): Promise<string[]> {
  const isBuyer = eq(moneyMail.userId, userId);
  const rows = await shop.database.query
    .select()
    .from(moneyMail)
    .where(isBuyer)
    .orderBy(moneyMail.created);
  return rows.map(({ kind }) => kind);
}

/** The mails to a buyer, the oldest first. Other buyers of this file get theirs meanwhile. */
async function mailsTo(buyer: Buyer): Promise<Mail[]> {
  const email = await emailOf(buyer);
  return mails.filter(({ to }) => to === email);
}

const subjectsTo = async (buyer: Buyer) => (await mailsTo(buyer)).map(({ subject }) => subject);

/** Opens a checkout at Stripe. Returns the order and the session. */
async function openSession(buyer: Buyer, product: Product, order?: Order) {
  const { id, ...rest } = order ?? (await shop.order(buyer, product));
  await shop.checkout(buyer, { id, ...rest }, 'stripe');
  return { id, session: shop.stripe.sessions.values().at(-1)?.id ?? '' };
}

/** The buyer pays by a slow method, whose payment then fails. */
async function failPayment(session: string): Promise<void> {
  shop.stripe.buyer.promise(session);
  await shop.deliver();
  shop.stripe.buyer.settle(session, false);
  await shop.deliver();
}

async function buyPack(buyer: Buyer): Promise<string> {
  const { id, session } = await openSession(buyer, 'credit_500');
  shop.stripe.buyer.pay(session);
  await shop.deliver();
  expect(await shop.stateOf(id)).toBe('fulfilled');
  return id;
}

async function refund(orderId: string): Promise<void> {
  await refundByOperator(shop.platform, { orderId, id: orderId, reason: 'asked for' });
  await askNewRefunds(shop.platform);
  await shop.deliver();
}

describe('mails about money', () => {
  it('confirm an order with its content, total, rights, terms and receipt, once', async () => {
    const { buyer } = await shop.subscriber('pro_month');
    await mailAll();
    await mailAll();
    const [mail, ...more] = await mailsTo(buyer);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Your order [\dA-F-]{14} is confirmed: Pro/);
    for (const part of [
      '13,500 credits each month',
      'Total: $28.99',
      /It then renews for \$[\d.]+ each period until you cancel it/,
      'You can withdraw from this contract within 14 days',
      'Seller: Dolores, Street 1',
      'help@example.org',
      '/en/terms',
      '/en/refunds',
      /\/en\/orders\/[\da-f-]{36}\/receipt/,
    ]) {
      expect(mail?.text).toMatch(part);
    }
    expect(mail?.html).toContain('Total: $28.99');
  });

  it('report each event of a plan and its credits, once', async () => {
    const { buyer, id } = await shop.subscriber('pro_month');
    await mailAll();
    shop.renew(id);
    await shop.deliver();
    await mailAll();
    await shop.post(buyer, 'cancel');
    await mailAll();
    await shop.post(buyer, 'resume');
    await mailAll();
    await shop.post(buyer, 'cancel');
    await mailAll();
    await shop.post(buyer, 'resume');
    shop.setCard(id, 'is declined');
    shop.renew(id);
    await shop.deliver();
    await mailAll();
    await shop.post(buyer, 'cancel');
    await shop.deliver();
    await mailAll();
    await mailAll();
    const own = (await subjectsTo(buyer)).map((subject) =>
      subject.replace(/(?:on|until) \w+ \d+, \d+/, '…'),
    );
    expect(own).toEqual([
      expect.stringMatching(/^Your order .* is confirmed/),
      'Your plan is paid …',
      // Those of the first month, which stay for three days.
      '13,500 of your credits expire …',
      'You cancelled your plan: it ends …',
      'You cancelled your plan: it ends …',
      'Your plan could not be renewed: the payment failed',
      '13,500 of your credits expire …',
      'Your plan has ended',
    ]);
  });

  it('report a failed payment, with the way to retry, and refunds', async () => {
    const buyer = await shop.newBuyer();
    const { id, session } = await openSession(buyer, 'credit_500');
    await failPayment(session);
    expect(await shop.stateOf(id)).toBe('failed');
    await mailAll();
    const [failed] = await mailsTo(buyer);
    expect(failed?.text).toContain(`/en/pay/${id}?retry=1`);
    await refund(await buyPack(buyer));
    await mailAll();
    expect(await subjectsTo(buyer)).toContain('$4.99 was refunded to you');
  });

  it('are dropped when they are not true any more', async () => {
    const buyer = await shop.newBuyer();
    const { id, session } = await openSession(buyer, 'credit_500');
    await failPayment(session);
    await noteMoneyMails(shop.platform);
    const again = await openSession(buyer, 'credit_500', await shop.read(buyer, { id } as Order));
    shop.stripe.buyer.pay(again.session);
    await shop.deliver();
    await mailAll();
    expect(await subjectsTo(buyer)).toEqual([expect.stringContaining('is confirmed: 500 credits')]);
  });

  it('report that a plan of a code has ended, unless another follows', async () => {
    const [buyer, other] = [await shop.newBuyer(), await shop.newBuyer()];
    for (const { userId } of [buyer, other, other]) {
      const source = { type: 'code', id: crypto.randomUUID() } as const;
      const now = shop.platform.now();
      const plan = { userId, product: 'basic_month', credits: 200, source, now } as const;
      await shop.database.transaction((transaction) => addPlan(transaction, plan));
    }
    shop.pass(32 * day);
    await noteMoneyMails(shop.platform);
    expect(await kindsOf(buyer)).toContain('planEnded');
    expect(await kindsOf(other)).not.toContain('planEnded');
  });

  it('are sent once each, and none is lost, for an interruption at any step', async () => {
    const { buyer } = await shop.subscriber('pro_month');
    const orderId = await buyPack(buyer);
    await refund(orderId);
    await shop.post(buyer, 'cancel');
    const expected = ['ordered', 'ordered', 'planCancelled', 'refunded'];
    const { database } = shop;
    for (let cut = 1; ; cut += 1) {
      let transactions = 0;
      const transaction: typeof database.transaction = async (work) => {
        transactions += 1;
        if (transactions === cut) throw new Error('killed');
        return database.transaction(work);
      };
      const killed = { ...shop.platform, database: { ...database, transaction } };
      const isOver = await noteMoneyMails(killed)
        .then(() => mailMoney(killed))
        .then(
          () => true,
          (error: unknown) => {
            if (String(error).includes('killed')) return false;
            throw error;
          },
        );
      if (isOver) break;
    }
    expect((await kindsOf(buyer)).toSorted()).toEqual(expected);
    const sent = await mailsTo(buyer);
    expect(sent).toHaveLength(expected.length);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(expected.length);
  });

  it('have the same Message-ID when a process is cut off between mail and mark', async () => {
    const buyer = await shop.newBuyer();
    await buyPack(buyer);
    await noteMoneyMails(shop.platform);
    const { pool } = shop.database;
    const send = async (mail: Mail) => {
      mails.push(mail);
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
    };
    const cut = { ...shop.platform, mail: { ...shop.platform.mail, send } };
    await expect(mailMoney(cut)).rejects.toThrow();
    await mailAll();
    await mailAll();
    const [first, second, ...more] = await mailsTo(buyer);
    expect(more).toEqual([]);
    expect(first?.messageId).toBe(second?.messageId);
  });

  it('are not sent about the money of the sandbox outside development', async () => {
    const [played, real] = [await shop.newBuyer(), await shop.newBuyer()];
    const orderId = await buyPack(played);
    // As in a copy of a database of development.
    await shop.database.query
      .update(paymentOrder)
      .set({ method: 'sandbox' })
      .where(eq(paymentOrder.id, orderId));
    await buyPack(real);
    await noteMoneyMails({
      ...shop.platform,
      config: { ...shop.platform.config, production: true },
    });
    expect([await kindsOf(played), await kindsOf(real)]).toEqual([[], ['ordered']]);
  });
});
