import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callJson } from '../../setup/conversations.ts';
import type { Buyer } from '../../setup/payments.ts';
import { type StripePlans, startStripePlans } from '../../setup/stripe/stripePlans.ts';

let shop: StripePlans;

beforeEach(async () => {
  shop = await startStripePlans();
});

afterEach(() => shop.close());

const pro = 2_899;
const renewed = ['renewal', 'pro_month', 'fulfilled', pro];

describe('a card that fails at a renewal', () => {
  it('is replaced on the provider’s page for exactly that, and pays the open bill once', async () => {
    const { buyer, id } = await unpaidPlan();
    const opened = await post<{ url: string }>(buyer, 'card', { language: 'de' });
    const portal = [...shop.stripe.state.portals.values()].at(-1);
    expect(opened).toEqual({ status: 200, json: { url: portal?.url } });
    const page = `${shop.platform.config.publicUrl}/de/orders`;
    expect(portal).toMatchObject({
      customer: shop.stripe.subscriptions.get(id)?.customer,
      locale: 'de',
      return_url: page,
      flow: { type: 'payment_method_update', doneUrl: `${page}?card=given` },
    });
    expect(shop.stripe.giveCard(opened.json.url, 'works')).toBe(`${page}?card=given`);
    const paid = await Promise.all([post(buyer, 'pay'), post(buyer, 'pay')]);
    expect(paid.map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(buyer, 'pay')).json).toMatchObject({
      declined: false,
      plan: { state: 'active' },
    });
    await shop.deliver();
    await shop.reconcile();
    expect((await shop.books(buyer)).slice(1)).toEqual([renewed]);
    expect(await shop.granted(buyer)).toBe(27_000);
    expect((await post(buyer, 'card', { language: 'de' })).json).toMatchObject({
      error: { code: 'plan_paid' },
    });
    shop.renew(id);
    await shop.deliver();
    expect((await shop.books(buyer)).slice(1)).toEqual([renewed, renewed]);
  });

  it('charges nothing without a new card, and reports a declined new one, too', async () => {
    const { buyer } = await unpaidPlan();
    expect((await post(buyer, 'pay')).json).toMatchObject({
      declined: false,
      plan: { state: 'past_due' },
    });
    await giveCard(buyer, 'is declined');
    expect((await post(buyer, 'pay')).json).toMatchObject({
      declined: true,
      plan: { state: 'past_due' },
    });
    await shop.reconcile();
    expect(tries()).toBe(1);
    await giveCard(buyer, 'works');
    expect((await post(buyer, 'pay')).json).toMatchObject({
      declined: false,
      plan: { state: 'active' },
    });
    expect((await shop.books(buyer)).slice(1)).toEqual([renewed]);
  });

  it('is replaced for a buyer who does not return, too', async () => {
    const { buyer } = await unpaidPlan();
    await giveCard(buyer, 'works');
    await shop.reconcile();
    expect((await shop.books(buyer)).slice(1)).toEqual([renewed]);
    expect(await shop.plan(buyer)).toMatchObject({ state: 'active' });
  });

  it('pays once when the answer to the payment is lost', async () => {
    const { buyer } = await unpaidPlan();
    await giveCard(buyer, 'works');
    const lost = { does: 'works and cuts the connection', to: 'POST /v1/invoices' } as const;
    shop.stripe.faults.push(lost, lost, lost);
    expect((await post(buyer, 'pay')).status).toBe(502);
    shop.stripe.faults.length = 0;
    expect((await post(buyer, 'pay')).status).toBe(200);
    await shop.deliver();
    expect((await shop.books(buyer)).slice(1)).toEqual([renewed]);
    expect(shop.stripe.eventsOf('invoice.paid')).toHaveLength(2);
  });

  it('cannot be replaced without a plan that waits for it, nor at a provider without a page', async () => {
    const { buyer } = await shop.subscriber('pro_month');
    expect((await post(buyer, 'card', { language: 'en' })).json).toMatchObject({
      error: { code: 'plan_paid' },
    });
    const other = await shop.newBuyer();
    expect((await post(other, 'card', { language: 'en' })).json).toMatchObject({
      error: { code: 'no_plan' },
    });
    const unpaid = await unpaidPlan();
    shop.stripe.state.hasPortal = false;
    expect(await post(unpaid.buyer, 'card', { language: 'en' })).toMatchObject({
      status: 502,
      json: { error: { code: 'payment_unavailable' } },
    });
  });
});

/** A buyer whose card was declined for the second month. */
async function unpaidPlan() {
  const plan = await shop.subscriber('pro_month');
  shop.setCard(plan.id, 'is declined');
  shop.renew(plan.id);
  await shop.deliver();
  expect(await shop.plan(plan.buyer)).toMatchObject({ state: 'past_due' });
  return plan;
}

async function giveCard(buyer: Buyer, card: 'works' | 'is declined'): Promise<void> {
  const { json } = await post<{ url: string }>(buyer, 'card', { language: 'en' });
  shop.stripe.giveCard(json.url, card);
}

function tries(): number {
  return shop.stripe.requests.filter(({ path }) => /^\/v1\/invoices\/\w+\/pay$/.test(path)).length;
}

type Answered<Json> = Promise<{ status: number; json: Json }>;

async function post<Json>(buyer: Buyer, verb: 'card' | 'pay', body?: object): Answered<Json> {
  const cookie = await buyer.cookie();
  return callJson<Json>(shop, cookie, 'POST', `/api/subscription/${verb}`, body);
}
