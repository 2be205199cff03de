import { eq, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancellationFormPath } from '#domain/orders/cancellation.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { subscription } from '#server/db/schema/orders.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { applyCancellations } from '#server/services/orders/subscriptions/cancellations/applyCancellations.ts';
import { deleteOldCancellations } from '#server/services/orders/subscriptions/cancellations/deleteOldCancellations.ts';
import { type MailedShop, startMailedShop } from '../../setup/mailedShop.ts';
import type { PaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;
let mails: Mail[];
let buy: MailedShop['buy'];
let planOf: MailedShop['planOf'];
let emailOf: MailedShop['emailOf'];

beforeEach(async () => {
  ({ server, mails, buy, planOf, emailOf } = await startMailedShop());
  Object.assign(server.platform.config.operator, {
    sellerCountry: 'DE',
    supportEmail: 'help@example.org',
  });
});

afterEach(() => server.close());

const longEnough = { timeout: 20_000 };

function cancel(fields: Record<string, string>, network = '10.1.1.1'): Promise<Response> {
  return server.fetch(`${cancellationFormPath}?lang=en`, {
    method: 'POST',
    body: new URLSearchParams({ kind: 'ordinary', ...fields }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': network,
    },
  });
}

/** Returns the link in the receipt, without its origin. */
async function receiptLink(email: string): Promise<string> {
  const receipts = (): Mail[] => mails.filter(({ to }) => to === email);
  await expect.poll(() => receipts().length, longEnough).toBe(1);
  const [link = ''] = /https?:\S+/.exec(receipts()[0]?.text ?? '') ?? [];
  const { pathname, search } = new URL(link);
  return pathname + search;
}

function press(link: string): Promise<Response> {
  return server.fetch(link, { method: 'POST' });
}

describe('the cancel button for everyone', () => {
  it('ends the plan with its period, and mails its owner a receipt without the typed texts', async () => {
    const { buyer, email } = await buy('pro_month');
    const { query } = server.database;
    await query.update(appUser).set({ language: 'fr' }).where(eq(appUser.id, buyer.userId));
    const typed = { reason: 'Visit https://evil.example', contract: 'Call 0900-1', kind: 'cause' };
    const answer = await cancel({ email: ` ${email.toUpperCase()} `, ...typed });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/\?lang=en&received=20/);
    await expect.poll(async () => (await planOf(buyer))?.endsAtPeriodEnd, longEnough).toBe(true);
    const findReceipt = (): Mail | undefined => mails.find(({ to }) => to === email);
    // It is mailed after the plan is ended.
    await expect
      .poll(() => findReceipt()?.subject, longEnough)
      .toBe('Confirmation de votre résiliation');
    const receipt = findReceipt();
    expect(receipt?.text).toMatch(/Reçue\s:\s\d+ \p{L}+ 20\d\d/u);
    expect(receipt?.text).toContain('Pour motif grave');
    expect(receipt?.text).toMatch(/se termine le \d+ \p{L}+ 20\d\d/u);
    expect(`${receipt?.text}${receipt?.html}`).not.toMatch(/evil|0900/);
    expect(await server.credit(buyer)).toBe(13_500);
  });

  it('answers the same for an address without a plan, which gets no mail', async () => {
    const { email } = await buy('pro_month');
    const account = await emailOf(await server.newBuyer());
    const answers = [
      await cancel({ email }),
      await cancel({ email: account }, '10.1.1.2'),
      await cancel({ email: 'nobody@example.org' }, '10.1.1.3'),
    ];
    const shapes = answers.map(({ status, headers }) => [
      status,
      headers.get('location')?.replace(/received=.*/, ''),
    ]);
    expect(new Set(shapes.map(String)).size).toBe(1);
    const states = async () => {
      const rows = await server.database.query.select().from(planCancellation);
      return rows.map(({ state }) => state).toSorted();
    };
    await expect.poll(states, longEnough).toEqual(['applied', 'nothing', 'nothing']);
    const waiting = async () =>
      server.database.query.select().from(planCancellation).where(isNull(planCancellation.mailed));
    await expect.poll(waiting, longEnough).toEqual([]);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    // One that belonged to no plan does not stay.
    server.advance(181 * 86_400);
    await deleteOldCancellations(server.platform);
    expect(await states()).toEqual(['applied']);
  });

  describe('a cancellation is withdrawn by the link in the receipt', () => {
    it('by its button, without signing in and for any number of presses', async () => {
      const { buyer, email } = await buy('pro_month');
      await cancel({ email });
      await expect.poll(async () => (await planOf(buyer))?.endsAtPeriodEnd, longEnough).toBe(true);
      const link = await receiptLink(email);
      const question = await server.fetch(link);
      expect([question.status, await question.text()]).toEqual([
        200,
        expect.stringContaining('<button>Keep my plan</button>') as string,
      ]);
      expect((await planOf(buyer))?.endsAtPeriodEnd).toBe(true);
      const [kept] = await Promise.all([press(link), press(link)]);
      expect([kept?.status, await kept?.text()]).toEqual([
        200,
        expect.stringContaining('Your plan continues.') as string,
      ]);
      expect(await planOf(buyer)).toMatchObject({ endsAtPeriodEnd: false, state: 'active' });
      const token = new URL(link, server.url).searchParams.get('token') ?? '';
      for (const forged of [token.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'x', '']) {
        const refused = await press(link.replace(token, forged));
        expect(refused.status).toBe(410);
      }
    });

    it('before it was applied, and then is not applied', async () => {
      const { buyer, email } = await buy('pro_month');
      const requested = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
      await cancel({ email, wanted: requested });
      expect((await press(await receiptLink(email))).status).toBe(200);
      await server.database.query
        .update(subscription)
        .set({ periodEnds: sql`period_ends + interval '1 month'` })
        .where(eq(subscription.userId, buyer.userId));
      await applyCancellations(server.platform);
      expect((await planOf(buyer))?.endsAtPeriodEnd).toBe(false);
    });

    it('not while the provider is away, nor after the plan has ended', async () => {
      const { buyer, email } = await buy('pro_month');
      await cancel({ email });
      await expect.poll(async () => (await planOf(buyer))?.endsAtPeriodEnd, longEnough).toBe(true);
      const link = await receiptLink(email);
      const { payments } = server.platform;
      Object.assign(server.platform, { payments: new Map() });
      const away = await press(link);
      expect([away.status, await away.text()]).toEqual([
        503,
        expect.stringContaining('Nothing was changed.') as string,
      ]);
      Object.assign(server.platform, { payments });
      await server.database.query
        .update(subscription)
        .set({ state: 'ended', ended: new Date() })
        .where(eq(subscription.userId, buyer.userId));
      expect((await press(link)).status).toBe(410);
    });
  });

  it('sends the operator a copy of a cancellation for good cause', async () => {
    const { buyer, email } = await buy('pro_month');
    await cancel({ email, kind: 'cause', reason: 'The service was down for a week' });
    await expect
      .poll(() => mails.map(({ to }) => to), longEnough)
      .toEqual([email, 'help@example.org']);
    expect(mails[1]).toMatchObject({ replyTo: email });
    expect(mails[1]?.text).toContain('The service was down for a week');
    await expect.poll(async () => (await planOf(buyer))?.endsAtPeriodEnd, longEnough).toBe(true);
  });

  it('waits with a later day until it is in the paid period', async () => {
    const { buyer, email } = await buy('pro_month');
    const requested = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
    await cancel({ email, wanted: requested });
    await expect.poll(() => mails.length, longEnough).toBe(1);
    await applyCancellations(server.platform);
    expect((await planOf(buyer))?.endsAtPeriodEnd).toBe(false);
    await server.database.query
      .update(subscription)
      .set({ periodEnds: sql`period_ends + interval '1 month'` })
      .where(eq(subscription.userId, buyer.userId));
    await applyCancellations(server.platform);
    expect((await planOf(buyer))?.endsAtPeriodEnd).toBe(true);
  });

  it('is limited for a network and refuses other sites, and is missing if the law requires none', async () => {
    const foreign = await server.fetch(`${cancellationFormPath}?lang=en`, {
      method: 'POST',
      body: 'email=a%40example.org&kind=ordinary',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
      },
    });
    expect(foreign.status).toBe(403);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { status } = await cancel({ email: `a${count}@example.org` }, '10.2.2.2');
      statuses.push(status);
    }
    // Without a release there is no page to return to.
    expect(statuses).toEqual([303, 303, 303, 303, 303, 404]);
    const rows = await server.database.query.select().from(planCancellation);
    expect(rows).toHaveLength(5);
    Object.assign(server.platform.config.operator, { sellerCountry: 'US' });
    expect((await cancel({ email: 'b@example.org' }, '10.3.3.3')).status).toBe(404);
  });
});
