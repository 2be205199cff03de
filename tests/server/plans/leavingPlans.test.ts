import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUser } from '#server/db/schema/accounts.ts';
import { subscription } from '#server/db/schema/orders.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import {
  PaymentUnknownError,
  type SubscriptionGateway,
} from '#server/gateways/payments/payments.ts';
import { mailDeletions } from '#server/services/account/deletion/mailDeletions.ts';
import { settleLeavingPlans } from '#server/services/orders/subscriptions/leavingPlan.ts';
import { callJson } from '../../setup/conversations.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

const longEnough = { timeout: 20_000 };
const path = '/api/account/deletion';

type Deletion = { due: string | null; plan: Record<string, unknown> | null };

async function subscribe(): Promise<Buyer> {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'pro_month');
  await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
  return buyer;
}

type Answer = Deletion & {
  plan: { changes: { product: string; amount: number }[] };
  error?: { code: string };
};

async function call(buyer: Buyer, method: string, at: string, body?: unknown) {
  return callJson<Answer>(server, await buyer.cookie(), method, at, body);
}

async function leave(buyer: Buyer): Promise<Deletion> {
  const [user] = await server.database.query
    .select({ email: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, buyer.userId));
  const { status, json } = await call(buyer, 'POST', path, { confirm: user?.email });
  expect(status).toBe(200);
  return json;
}

const keep = (buyer: Buyer) => call(buyer, 'DELETE', path);

async function planOf({ userId }: Buyer) {
  const { query } = server.database;
  const [row] = await query.select().from(subscription).where(eq(subscription.userId, userId));
  if (!row) throw new Error('There is no plan');
  return row;
}

function gateway(): SubscriptionGateway {
  const found = server.platform.payments.get('sandbox')?.subscriptions;
  if (!found) throw new Error('The sandbox has no subscriptions');
  return found;
}

/** Whether the plan ends with its period, as the provider has it. */
async function endsAtProvider(buyer: Buyer): Promise<boolean> {
  const { endsAtPeriodEnd } = await gateway().read((await planOf(buyer)).providerId);
  return endsAtPeriodEnd;
}

/** Lets a call of the provider fail until the returned function is called. */
function disconnect(): () => void {
  const { setEndsAtPeriodEnd } = gateway();
  const fail = () => Promise.reject(new PaymentUnknownError('The provider cannot be reached'));
  Object.assign(gateway(), { setEndsAtPeriodEnd: fail });
  return () => void Object.assign(gateway(), { setEndsAtPeriodEnd });
}

async function changePlan(buyer: Buyer, product: string) {
  const { json } = await call(buyer, 'GET', '/api/subscription');
  const amount = json.plan.changes.find((change) => change.product === product)?.amount ?? 0;
  const body = { request_id: crypto.randomUUID(), product, amount, waiver: true };
  return call(buyer, 'POST', '/api/subscription/change', body);
}

describe('the requested deletion of an account', () => {
  it('ends the plan with its period, on the page and in the mail, and keeping the account resumes it', async () => {
    const buyer = await subscribe();
    const { json } = await call(buyer, 'GET', path);
    expect(json).toMatchObject({ due: null, plan: { renews: true, is_leaving: false } });
    const { plan } = await leave(buyer);
    const { periodEnds } = await planOf(buyer);
    expect(plan).toMatchObject({
      product: 'pro_month',
      ends: periodEnds.toISOString(),
      renews: false,
      is_leaving: true,
    });
    expect(await endsAtProvider(buyer)).toBe(true);
    const shown = await call(buyer, 'GET', '/api/subscription');
    expect(shown.json).toMatchObject({ plan: { leaving: true, next_amount: null, changes: [] } });
    const mails: Mail[] = [];
    const mail = { ...server.platform.mail, send: async (sent: Mail) => void mails.push(sent) };
    await mailDeletions({ ...server.platform, mail });
    expect(mails.at(-1)?.text).toMatch(
      /Your plan Pro.* ends with its paid period, on \w+ \d+, 20\d\d/,
    );

    expect((await keep(buyer)).json).toMatchObject({ due: null, plan: { renews: true } });
    expect(await endsAtProvider(buyer)).toBe(false);
    expect(await planOf(buyer)).toMatchObject({ leaving: null, endsAtPeriodEnd: false });
  });

  it('leaves a plan cancelled when the account is kept, if its user had cancelled it', async () => {
    const buyer = await subscribe();
    expect((await call(buyer, 'POST', '/api/subscription/cancel')).status).toBe(200);
    expect((await leave(buyer)).plan).toMatchObject({ renews: false, is_leaving: false });
    await keep(buyer);
    expect(await endsAtProvider(buyer)).toBe(true);
    // The same for a cancellation while the deletion is requested.
    const other = await subscribe();
    await leave(other);
    expect((await call(other, 'POST', '/api/subscription/cancel')).status).toBe(200);
    await keep(other);
    await settleLeavingPlans(server.platform);
    expect(await endsAtProvider(other)).toBe(true);
  });

  it('restores the waiting downgrade when the account is kept', async () => {
    const buyer = await subscribe();
    expect((await changePlan(buyer, 'basic_month')).status).toBe(200);
    const before = await planOf(buyer);
    expect(before).toMatchObject({ nextProduct: 'basic_month', nextConfirmed: true });
    await leave(buyer);
    expect(await planOf(buyer)).toMatchObject({ nextProduct: null, keptProduct: 'basic_month' });
    await keep(buyer);
    expect(await planOf(buyer)).toMatchObject({
      nextProduct: 'basic_month',
      nextAmount: before.nextAmount,
      nextConfirmed: true,
      endsAtPeriodEnd: false,
      keptProduct: null,
    });
  });

  it('refuses new orders and changes of the plan, closes the open order, and allows them again later', async () => {
    const buyer = await subscribe();
    const open = await server.order(buyer, 'credit_500');
    await server.checkout(buyer, open);
    await leave(buyer);
    expect(await server.stateOf(open.id)).toBe('expired');
    const order = {
      request_id: crypto.randomUUID(),
      product: 'credit_500',
      currency: 'USD',
      waiver: true,
    };
    const refused = [
      await call(buyer, 'POST', '/api/orders', order),
      await call(buyer, 'POST', `/api/orders/${open.id}/checkout`, { method: 'sandbox' }),
      await call(buyer, 'POST', '/api/subscription/resume'),
      await changePlan(buyer, 'pro_year'),
    ];
    for (const { status, json } of refused) {
      expect([status, json.error?.code]).toEqual([409, 'account_leaving']);
    }
    await keep(buyer);
    expect((await call(buyer, 'POST', '/api/orders', order)).status).toBe(200);
  });

  it('reaches a provider that was away, with the latest choice of the user', async () => {
    const buyer = await subscribe();
    const reconnect = disconnect();
    await leave(buyer);
    expect(await endsAtProvider(buyer)).toBe(false);
    expect((await call(buyer, 'GET', path)).json).toMatchObject({ plan: { is_leaving: true } });
    reconnect();
    await settleLeavingPlans(server.platform);
    expect(await endsAtProvider(buyer)).toBe(true);
    const again = disconnect();
    await keep(buyer);
    expect(await endsAtProvider(buyer)).toBe(true);
    await leave(buyer);
    await keep(buyer);
    again();
    await settleLeavingPlans(server.platform);
    expect(await endsAtProvider(buyer)).toBe(false);
  });

  it('charges no renewal during its week', async () => {
    const buyer = await subscribe();
    await leave(buyer);
    const { providerId, periodEnds } = await planOf(buyer);
    server.advance((periodEnds.getTime() - Date.now()) / 1_000 + 60);
    await server.reconcile();
    await gateway().read(providerId);
    expect(await server.ordersOf(buyer)).toHaveLength(1);
  });
});
