import { expect, it } from 'vitest';
import type { Money } from '#domain/pricing/money.ts';
import {
  PaymentDeclinedError,
  PaymentUnknownError,
  type PlanChange,
  type SubscriptionGateway,
} from '#server/gateways/payments/payments.ts';
import { type GatewayHarness, paidCheckout } from './gatewayHarness.ts';
import { rejection } from './rejection.ts';

const basic: Money = { amount: 899, currency: 'USD' };
const pro: Money = { amount: 2_899, currency: 'USD' };
const basicYear: Money = { amount: 8_630, currency: 'USD' };
const proYear: Money = { amount: 27_830, currency: 'USD' };

let changes = 0;

/** The promises of each gateway that renews plans about them. */
export function checkSubscriptions(harness: () => GatewayHarness): void {
  it('begins a plan with a paid bill for its first period', async () => {
    const { gateway, id, state, request } = await plan(harness());
    expect(await gateway.read(id)).toMatchObject({
      orderId: request.orderId,
      state: 'active',
      endsAtPeriodEnd: false,
      latestInvoiceId: state.invoiceId,
    });
    const invoice = await gateway.readInvoice(state.invoiceId ?? '');
    expect(invoice).toMatchObject({
      subscriptionId: id,
      reason: 'create',
      state: 'paid',
      price: basic,
      paymentId: state.paymentId,
    });
    expect(days(invoice)).toBeGreaterThanOrEqual(28);
    expect(days(invoice)).toBeLessThanOrEqual(31);
  });

  it('takes the reduced price for the first period only', async () => {
    const price = { ...basic, amount: 809 };
    const { gateway, id, state } = await plan(harness(), price);
    expect(state.paid).toEqual(price);
    const renewal = await gateway.readInvoice(bankOf(harness()).renew(id));
    expect(renewal).toMatchObject({ reason: 'cycle', state: 'paid', price: basic });
  });

  it('renews without a gap, and reads a renewal that is not paid', async () => {
    const bank = bankOf(harness());
    const { gateway, id } = await plan(harness());
    const before = await gateway.read(id);
    bank.setCard(id, 'is declined');
    const invoiceId = bank.renew(id);
    const unpaid = await gateway.readInvoice(invoiceId);
    expect(unpaid).toMatchObject({ reason: 'cycle', state: 'open', starts: before.periodEnds });
    expect(await gateway.read(id)).toMatchObject({
      state: 'past_due',
      latestInvoiceId: invoiceId,
    });
    bank.payInvoice(invoiceId);
    expect(await gateway.readInvoice(invoiceId)).toMatchObject({ state: 'paid', price: basic });
    expect((await gateway.read(id)).state).toBe('active');
  });

  it('ends at the end of the period, takes that back, and ends now, each as often as asked', async () => {
    const { gateway, id } = await plan(harness());
    for (const ends of [true, true, false, false, true]) {
      expect((await gateway.setEndsAtPeriodEnd(id, ends)).endsAtPeriodEnd).toBe(ends);
    }
    expect((await gateway.read(id)).state).toBe('active');
    expect((await gateway.endNow(id)).state).toBe('ended');
    expect((await gateway.endNow(id)).state).toBe('ended');
    expect((await gateway.setEndsAtPeriodEnd(id, true)).state).toBe('ended');
  });

  it('charges the full price of an upgrade once, and starts a fresh period', async () => {
    const { gateway, id } = await plan(harness());
    const change = changeTo('pro_month', pro);
    harness().fail('loses the answer', 10);
    expect(await rejection(gateway.upgrade(id, change))).toBeInstanceOf(PaymentUnknownError);
    harness().fail('loses the answer', 0);
    const invoice = await gateway.upgrade(id, change);
    expect(invoice).toMatchObject({
      subscriptionId: id,
      reason: 'change',
      changeId: change.changeId,
      state: 'paid',
      price: pro,
    });
    expect(await gateway.upgrade(id, change)).toEqual(invoice);
    expect(await gateway.readInvoice(invoice.invoiceId)).toEqual(invoice);
    expect(await gateway.read(id)).toMatchObject({
      periodStarts: invoice.starts,
      periodEnds: invoice.ends,
    });
    const renewal = await gateway.readInvoice(bankOf(harness()).renew(id));
    expect(renewal).toMatchObject({ reason: 'cycle', price: pro, changeId: undefined });
  });

  it('leaves everything as it was when an upgrade is declined', async () => {
    const bank = bankOf(harness());
    const { gateway, id } = await plan(harness());
    const before = await gateway.read(id);
    bank.setCard(id, 'is declined');
    const refused = await rejection(gateway.upgrade(id, changeTo('pro_month', pro)));
    expect(refused).toBeInstanceOf(PaymentDeclinedError);
    expect(await gateway.read(id)).toEqual(before);
    bank.setCard(id, 'works');
    expect(await gateway.readInvoice(bank.renew(id))).toMatchObject({ price: basic });
  });

  it.each([
    ['pro_month', pro, 'basic_month', basic, 31],
    ['pro_year', proYear, 'basic_month', basic, 31],
    ['pro_month', pro, 'basic_year', basicYear, 366],
  ] as const)(
    'lets a downgrade from %s wait for the end of the period',
    async (from, paid, to, price, mostDays) => {
      const { gateway, id } = await plan(harness(), paid, from, paid);
      const before = await gateway.read(id);
      const change = changeTo(to, price);
      expect(await gateway.downgrade(id, change)).toEqual(before);
      expect(await gateway.downgrade(id, change)).toEqual(before);
      const first = await gateway.readInvoice(bankOf(harness()).renew(id));
      expect(first).toMatchObject({ reason: 'cycle', state: 'paid', price });
      expect(first.starts).toEqual(before.periodEnds);
      expect(days(first)).toBeGreaterThan(mostDays - 4);
      expect(days(first)).toBeLessThanOrEqual(mostDays);
      const second = await gateway.readInvoice(bankOf(harness()).renew(id));
      expect(second).toMatchObject({ reason: 'cycle', state: 'paid', price, starts: first.ends });
    },
  );

  it('takes a waiting downgrade back, as often as asked, and renews as it was', async () => {
    const { gateway, id } = await plan(harness(), pro, 'pro_month', pro);
    const before = await gateway.read(id);
    await gateway.downgrade(id, changeTo('basic_month', basic));
    expect(await gateway.dropDowngrade(id)).toEqual(before);
    expect(await gateway.dropDowngrade(id)).toEqual(before);
    expect(await gateway.readInvoice(bankOf(harness()).renew(id))).toMatchObject({ price: pro });
    await gateway.downgrade(id, changeTo('basic_month', basic));
    expect(await gateway.readInvoice(bankOf(harness()).renew(id))).toMatchObject({ price: basic });
  });

  it('drops a waiting downgrade with an end or an upgrade, and keeps it when that is declined', async () => {
    const bank = bankOf(harness());
    const { gateway, id } = await plan(harness(), pro, 'pro_month', pro);
    await gateway.downgrade(id, changeTo('basic_month', basic));
    bank.setCard(id, 'is declined');
    const declined = gateway.upgrade(id, changeTo('pro_year', proYear));
    expect(await rejection(declined)).toBeInstanceOf(PaymentDeclinedError);
    bank.setCard(id, 'works');
    expect(await gateway.readInvoice(bank.renew(id))).toMatchObject({ price: basic });
    await gateway.upgrade(id, changeTo('pro_month', pro));
    await gateway.downgrade(id, changeTo('basic_month', basic));
    expect((await gateway.setEndsAtPeriodEnd(id, true)).endsAtPeriodEnd).toBe(true);
    await gateway.setEndsAtPeriodEnd(id, false);
    expect(await gateway.readInvoice(bank.renew(id))).toMatchObject({ price: pro });
    await gateway.downgrade(id, changeTo('basic_month', basic));
    await gateway.upgrade(id, changeTo('pro_year', proYear));
    expect(await gateway.readInvoice(bank.renew(id))).toMatchObject({ price: proYear });
  });
}

function bankOf({ subscriptions }: GatewayHarness) {
  if (!subscriptions) throw new Error('This harness has no subscriptions');
  return subscriptions;
}

async function plan(
  harness: GatewayHarness,
  price = basic,
  product: PlanChange['product'] = 'basic_month',
  following = basic,
) {
  const more = { product, price, following, description: 'A plan' };
  const { request, state } = await paidCheckout(harness, more);
  const gateway = harness.gateway.subscriptions as SubscriptionGateway;
  return { gateway, request, state, id: state.subscriptionId ?? '' };
}

function changeTo(product: PlanChange['product'], price: Money): PlanChange {
  changes += 1;
  return { changeId: `change-${changes}`, product, price, description: 'Another plan' };
}

function days({ starts, ends }: { starts: Date; ends: Date }): number {
  return Math.round((ends.getTime() - starts.getTime()) / 86_400_000);
}
