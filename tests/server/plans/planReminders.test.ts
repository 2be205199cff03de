import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '#domain/plans/planTerms.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailReminders } from '#server/services/orders/subscriptions/reminders/mailReminders.ts';
import { noteReminders } from '#server/services/orders/subscriptions/reminders/noteReminders.ts';
import { type MailedShop, startMailedShop } from '../../setup/mailedShop.ts';

let server: MailedShop['server'];
let mails: Mail[];
let buy: MailedShop['buy'];
let planOf: MailedShop['planOf'];

beforeEach(async () => {
  ({ server, mails, buy, planOf } = await startMailedShop());
});

afterEach(() => server.close());

const longEnough = { timeout: 20_000 };

describe('reminders', () => {
  async function remind(): Promise<Mail[]> {
    mails.length = 0;
    await noteReminders(server.platform);
    await mailReminders(server.platform);
    return [...mails];
  }
  const day = 86_400;

  it('come once, a week before a yearly plan renews, in the language of the user', async () => {
    const { buyer, email } = await buy('pro_year');
    const { query } = server.database;
    await query.update(appUser).set({ language: 'de' }).where(eq(appUser.id, buyer.userId));
    server.advance(350 * day);
    expect(await remind()).toEqual([]);
    server.advance(9 * day);
    const sent = await Promise.all([remind(), remind()]);
    expect(new Set(sent.flat().map(({ messageId }) => messageId)).size).toBe(1);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email });
    expect(mails[0]?.subject).toMatch(/^Ihr Tarif verlängert sich am /);
    expect(mails[0]?.text).toMatch(/278,30\s\$ für das nächste Jahr/);
    expect(mails[0]?.text).toContain('/de/orders');
    server.advance(2 * day);
    expect(await remind()).toEqual([]);
  });

  it('come three days before a monthly plan renews, with the price of the month', async () => {
    const { email } = await buy('pro_month');
    server.advance(25 * day);
    expect(await remind()).toEqual([]);
    server.advance(3 * day);
    const sent = await remind();
    expect(sent.map(({ to }) => to)).toEqual([email]);
    expect(sent[0]?.text).toMatch(/costs \$[\d.]+ for the next month/);
    expect(await remind()).toEqual([]);
  });

  it('do not come for a year that was cancelled', async () => {
    const { buyer } = await buy('basic_year');
    server.advance(359 * day);
    await noteReminders(server.platform);
    const { providerId = '' } = (await planOf(buyer)) ?? {};
    await server.platform.payments
      .get('sandbox')
      ?.subscriptions?.setEndsAtPeriodEnd(providerId, true);
    await expect.poll(async () => (await planOf(buyer))?.endsAtPeriodEnd, longEnough).toBe(true);
    expect(await remind()).toEqual([]);
  });

  it('come once before a prepaid plan ends, unless the next period was bought, which follows it', async () => {
    const { buyer, email } = await buy('pro_month', 'sandbox_scan');
    const other = await buy('basic_month', 'sandbox_scan');
    const otherEnds = addMonths(server.platform.now(), 1);
    server.advance(20 * day);
    expect(await remind()).toEqual([]);
    server.advance(5 * day);
    const next = await server.order(buyer, 'pro_month');
    await server.act(await server.checkout(buyer, next, 'sandbox_scan'), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(next.id), longEnough).toBe('fulfilled');
    const month = otherEnds.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
    expect(
      (await remind()).map(({ to, subject }) => [to, subject.split(' ', 5).join(' ')]),
    ).toEqual([[other.email, `Your plan ends on ${month}`]]);
    expect(await remind()).toEqual([]);
    // One month after the other, each with its own credits.
    expect(await server.credit(buyer)).toBe(13_500);
    server.advance(10 * day);
    expect(await server.credit(buyer)).toBe(13_500);
    server.advance(20 * day);
    expect((await remind()).map(({ to }) => to)).toEqual([email]);
  });
});
