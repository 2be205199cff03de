import { expect, it } from 'vitest';
import {
  PaymentUnknownError,
  type RefundRequest,
  type TimeSpan,
} from '#server/gateways/payments/payments.ts';
import { type GatewayParts, type GatewayHarness, paidCheckout } from './gatewayHarness.ts';
import { rejection } from './rejection.ts';

let refunds = 0;

/** The promises of each gateway about paid money: refunds, disputes, lists. */
export function checkPayments(harness: () => GatewayHarness, parts: GatewayParts): void {
  it('refunds in parts, and never more than was paid', async () => {
    const { gateway } = harness();
    const first = await refundOf(harness(), 150);
    const state = await gateway.refund(first);
    expect(state).toMatchObject({ refundId: first.refundId, amount: first.amount });
    const second = { ...first, refundId: newRefundId(), amount: { ...first.amount, amount: 349 } };
    await gateway.refund(second);
    const third = { ...first, refundId: newRefundId(), amount: { ...first.amount, amount: 1 } };
    expect(await rejection(gateway.refund(third))).toBeInstanceOf(Error);
  });

  it('makes a refund once for its id: repeated, at a time, and after a lost answer', async () => {
    const { gateway, fail } = harness();
    const other = await refundOf(harness(), 300);
    const [one, same] = await Promise.all([gateway.refund(other), gateway.refund(other)]);
    expect(same).toEqual(one);
    const request = await refundOf(harness(), 300);
    fail('loses the answer', 10);
    expect(await rejection(gateway.refund(request))).toBeInstanceOf(PaymentUnknownError);
    fail('loses the answer', 0);
    const made = await Promise.all([gateway.refund(request), gateway.refund(request)]);
    made.push(await gateway.refund(request));
    expect(new Set(made.map(({ providerId }) => providerId)).size).toBe(1);
    // A second one of 300 would be more than the 499 that were paid.
    const providerId = made[0]?.providerId ?? '';
    expect(await gateway.readRefund({ refundId: request.refundId, providerId })).toEqual(made[0]);
  });

  it.runIf(parts.refundsWait)(
    'reads a refund that is pending, then failed or succeeded',
    async () => {
      const { gateway, refunds: bank } = harness();
      for (const state of ['failed', 'succeeded'] as const) {
        bank?.wait();
        const request = await refundOf(harness(), 499);
        const made = await gateway.refund(request);
        expect(made.state).toBe('pending');
        await bank?.settle(made.providerId, state);
        const read = await gateway.readRefund({ ...request, providerId: made.providerId });
        expect(read).toEqual({ ...made, state });
        const event = harness().message('refund');
        expect((await gateway.readEvent(event.body, event.headers)).subject.kind).toBe('refund');
      }
    },
  );

  it.runIf(parts.disputes)('reads a dispute that is open, and then won or lost', async () => {
    const { gateway, disputes } = harness();
    for (const end of ['won', 'lost'] as const) {
      const { state } = await paidCheckout(harness());
      const id = disputes?.open(state.paymentId) ?? '';
      const open = await gateway.readDispute(id);
      const { paymentId, paid: amount } = state;
      expect(open).toMatchObject({ disputeId: id, paymentId, amount, state: 'open' });
      disputes?.end(id, end);
      expect(await gateway.readDispute(id)).toEqual({ ...open, state: end });
      const { body, headers } = harness().message('dispute');
      const { subject } = await gateway.readEvent(body, headers);
      expect(subject).toEqual({ kind: 'dispute', id });
    }
  });

  it.runIf(parts.lists)(
    'lists what was paid since a moment, with the way to its order',
    async () => {
      const { gateway } = harness();
      const paid = [await paidCheckout(harness()), await paidCheckout(harness())];
      const listed = await collect(gateway.listPaid(new Date(Date.now() - 60_000)));
      for (const { request, providerId, state } of paid) {
        const found = listed.filter(({ paymentId }) => paymentId === state.paymentId);
        expect(found).toHaveLength(1);
        expect(found[0]?.paid).toEqual(state.paid);
        expect([found[0]?.orderId, found[0]?.checkoutId]).toContainEqual(
          found[0]?.orderId === undefined ? providerId : request.orderId,
        );
      }
      expect(await collect(gateway.listPaid(new Date(Date.now() + 3_600_000)))).toEqual([]);
    },
  );

  it.runIf(parts.lists)('lists the refunds that were made within a span of time', async () => {
    const { gateway } = harness();
    const requests = [await refundOf(harness(), 100), await refundOf(harness(), 200)];
    const made = [];
    for (const request of requests) made.push(await gateway.refund(request));
    const listed = await collect(gateway.listRefunds(hourAround(harness().now())));
    expect(listed).toEqual(expect.arrayContaining(made));
    expect(await collect(gateway.listRefunds(hourBefore(harness().now())))).toEqual([]);
  });

  it.runIf(parts.lists && parts.disputes)(
    'lists the disputes that were opened within a span of time',
    async () => {
      const { gateway, disputes } = harness();
      const { state } = await paidCheckout(harness());
      const id = disputes?.open(state.paymentId) ?? '';
      const listed = await collect(gateway.listDisputes?.(hourAround(harness().now())) ?? []);
      expect(listed).toContainEqual(await gateway.readDispute(id));
      const earlier = gateway.listDisputes?.(hourBefore(harness().now())) ?? [];
      expect(await collect(earlier)).toEqual([]);
    },
  );
}

async function refundOf(harness: GatewayHarness, amount: number): Promise<RefundRequest> {
  const { state } = await paidCheckout(harness);
  const { paymentId, paid } = state;
  const refund = { amount, currency: paid.currency };
  return { refundId: newRefundId(), paymentId, paid, amount: refund, reason: 'asked for' };
}

function newRefundId(): string {
  refunds += 1;
  return `refund-${refunds}`;
}

function hourAround(now: Date): TimeSpan {
  return { from: new Date(now.getTime() - 1_800_000), to: new Date(now.getTime() + 1_800_000) };
}

/** An hour long before anything happened. */
function hourBefore(now: Date): TimeSpan {
  const to = new Date(now.getTime() - 400 * 86_400_000);
  return { from: new Date(to.getTime() - 3_600_000), to };
}

async function collect<Listed>(list: AsyncIterable<Listed> | Iterable<Listed>): Promise<Listed[]> {
  const listed: Listed[] = [];
  for await (const one of list) listed.push(one);
  return listed;
}
