import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderNumber } from '#domain/orders/withdrawals.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { orderWithdrawal } from '#server/db/schema/refunds.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailWithdrawals } from '#server/services/orders/withdrawals/mailWithdrawals.ts';
import { settleWithdrawals } from '#server/services/orders/withdrawals/settleWithdrawals.ts';
import { type Bought, type ReturnsServer, startReturnsServer } from '../../setup/returns.ts';
import { onNewNetwork } from '../../setup/testBrowser.ts';

let server: ReturnsServer;
let mails: Mail[];

beforeAll(async () => {
  server = await startReturnsServer();
  server.platform.config.operator.sellerCountry = 'DE';
});

afterAll(() => server.close());

beforeEach(async () => {
  mails = [];
  // Mails about money have tests of their own; the job of every minute may send them here, too.
  const send = async (mail: Mail) => {
    if (!mail.messageId?.startsWith('<money-')) mails.push(mail);
  };
  Object.assign(server.platform.mail, { send });
});

const day = 86_400;

function send(fields: Record<string, string>, browser = onNewNetwork(server.url), lang = 'en') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.url };
  const body = new URLSearchParams({ confirm: '1', ...fields }).toString();
  return browser.send('POST', `/api/withdrawals/form?lang=${lang}`, headers, body);
}

async function addressOf({ buyer }: Bought): Promise<string> {
  const [user] = await server.database.query
    .select()
    .from(appUser)
    .where(eq(appUser.id, buyer.userId));
  return user?.email ?? '';
}

async function withdraw(bought: Bought, more: Record<string, string> = {}, lang = 'en') {
  const fields = { number: orderNumber(bought.order.id), email: await addressOf(bought) };
  return send({ ...fields, ...more }, undefined, lang);
}

/** The work of the job. */
async function settle(): Promise<void> {
  await settleWithdrawals(server.platform);
  await mailWithdrawals(server.platform);
}

const mailTo = (address: string) => mails.filter(({ to }) => to === address);

describe('a withdrawal', () => {
  it('returns the price of unspent credits and acknowledges the declaration to the account’s address', async () => {
    const bought = await server.buy('credit_500');
    await server.spend(bought.buyer, 125);
    const email = await addressOf(bought);
    for (const _ of [1, 2]) {
      const { status, headers } = await withdraw(bought, {
        email: email.toUpperCase(),
        name: 'Erika Beispiel',
      });
      expect([status, headers['location']]).toEqual([
        303,
        expect.stringMatching(/^\/api\/withdrawals\/form\?lang=en&received=/),
      ]);
    }
    await expect
      .poll(async () => (await settle(), mailTo(email).length), { timeout: 20_000 })
      .toBe(1);
    await settle();
    const [mail, ...more] = mailTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(orderNumber(bought.order.id));
    expect(mail?.text).toMatch(/We received your withdrawal on \w+ \d+, \d{4}.* \d+:\d\d:\d\d/);
    expect(mail?.text).toContain('I withdraw from the contract for order');
    expect(mail?.text).toContain('Name: Erika Beispiel');
    expect(mail?.text).toContain('$3.74 goes back to you');
    expect(await server.credit(bought.buyer)).toBe(0);
    await expect
      .poll(() => server.refundsOf(bought.order.id), { timeout: 20_000 })
      .toMatchObject([{ amount: 374, state: 'succeeded', reason: 'withdrawal' }]);
  });

  it('returns everything if the buyer did not request the credits at once', async () => {
    const bought = await server.buy('credit_500');
    await server.spend(bought.buyer, 500);
    await server.database.query
      .update(paymentOrder)
      .set({ waived: null })
      .where(eq(paymentOrder.id, bought.order.id));
    await withdraw(bought, {}, 'de');
    await expect
      .poll(async () => (await settle(), server.stateOf(bought.order.id)), { timeout: 20_000 })
      .toBe('refunded');
    await expect.poll(async () => mailTo(await addressOf(bought)).length).toBe(1);
    const [mail] = mailTo(await addressOf(bought));
    expect(mail?.text).toContain('Ich widerrufe den Vertrag');
    expect(mail?.text).toContain('4,99');
  });

  it('ends a plan with its subscription', async () => {
    const bought = await server.buy('pro_month');
    await withdraw(bought);
    await settle();
    await expect.poll(() => server.stripe.subscriptions.values().at(-1)?.status).toBe('canceled');
    expect(await server.credit(bought.buyer)).toBe(0);
  });

  it('after 14 days is acknowledged, and returns nothing', async () => {
    const bought = await server.buy('credit_500');
    server.advance(15 * day);
    await withdraw(bought);
    await settle();
    server.advance(-15 * day);
    await expect.poll(async () => mailTo(await addressOf(bought)).length).toBe(1);
    expect(mailTo(await addressOf(bought))[0]?.text).toContain('The 14 days for a withdrawal');
    expect(await server.credit(bought.buyer)).toBe(500);
    expect(await server.refundsOf(bought.order.id)).toEqual([]);
  });

  it('does not reveal whether an order exists, and is limited', async () => {
    const bought = await server.buy('credit_500');
    const known = await withdraw(bought);
    const email = await addressOf(bought);
    const strange = await send({ number: '0000-0000-0000', email });
    const other = await send({ number: orderNumber(bought.order.id), email: 'x@example.org' });
    const shape = ({ status, headers }: typeof known) => [
      status,
      String(headers['location']).replace(/received=.*/, ''),
    ];
    expect(shape(strange)).toEqual(shape(known));
    expect(shape(other)).toEqual(shape(known));
    await settle();
    expect(mailTo('x@example.org')).toEqual([]);
    const rows = await server.database.query
      .select()
      .from(orderWithdrawal)
      .where(eq(orderWithdrawal.orderId, bought.order.id));
    expect(rows).toHaveLength(1);
    const browser = onNewNetwork(server.url);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await send({ number: '0000-0000-0000', email }, browser)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 303));
    // This server has no release with a page for it.
    expect(statuses[10]).not.toBe(303);
  });

  it('is not possible if the seller’s country gives no such right', async () => {
    const bought = await server.buy('credit_500');
    server.platform.config.operator.sellerCountry = 'US';
    expect((await withdraw(bought)).status).toBe(404);
    server.platform.config.operator.sellerCountry = 'DE';
    expect(await server.credit(bought.buyer)).toBe(500);
  });
});
