import type { PaidMoney } from '#domain/pricing/money.ts';
import {
  type BillRecord,
  type Card,
  type Change,
  type CheckoutRecord,
  type DisputeRecord,
  type Metadata,
  type PaymentRecord,
  type PlanPrice,
  type RecordKind,
  type RefundRecord,
  type SubscriptionRecord,
  DeclinedError,
  periodEnd,
} from '#server/gateways/payments/providerRecords.ts';

/**
 * The books of a provider, and the changes in them, for every protocol. The sandbox's are kept in a file,
 * those of the tests' Stripe and WeChat Pay in memory.
 */
export class ProviderBooks {
  readonly newId: (kind: RecordKind) => string;
  readonly checkouts = new Map<string, CheckoutRecord>();
  readonly payments = new Map<string, PaymentRecord>();
  readonly subscriptions = new Map<string, SubscriptionRecord>();
  readonly bills = new Map<string, BillRecord>();
  readonly refunds = new Map<string, RefundRecord>();
  readonly disputes = new Map<string, DisputeRecord>();
  /** Cards that do not work, by their buyer or subscription. */
  readonly cards = new Map<string, Card>();
  /** Seconds that the provider's clock is ahead of the machine's. */
  ahead = 0;
  /** Whether refunds stay pending, as those of bank transfers do. */
  refundsWait = false;

  constructor(newId: ProviderBooks['newId']) {
    this.newId = newId;
  }

  /** Returns the time of the provider's clock. */
  now(): Date {
    return new Date(Date.now() + this.ahead * 1_000);
  }

  open(opening: Omit<CheckoutRecord, 'id' | 'state'>, id = this.newId('checkout')) {
    return put<CheckoutRecord>(this.checkouts, { ...opening, id, state: 'open' });
  }

  expire(checkout: CheckoutRecord): Change[] {
    return checkout.state === 'open' ? [moved(checkout, 'expired')] : [];
  }

  /** Expires a checkout whose time is over. */
  expireInTime(checkout: CheckoutRecord): Change[] {
    return checkout.expires <= this.now() ? this.expire(checkout) : [];
  }

  /** Tries a card that fails. The checkout stays open for another one. */
  tryCard(checkout: CheckoutRecord, card: Card): Change[] {
    const { method, paymentMetadata } = checkout;
    return this.#charge(this.#paymentFor(checkout, method, paymentMetadata), card);
  }

  /** Pays by a transfer whose money comes later. */
  promise(checkout: CheckoutRecord): Change[] {
    if (!this.#canBePaid(checkout)) return [];
    const payment = this.#paymentFor(checkout, checkout.method, checkout.paymentMetadata);
    payment.state = 'processing';
    if (checkout.following) this.#startPlan(checkout, payment);
    return [moved(checkout, 'processing')];
  }

  /** Pays a checkout, with `paid` instead of its price if given, and starts its plan. */
  pay(checkout: CheckoutRecord, paid: PaidMoney = checkout.price): Change[] {
    if (!this.#canBePaid(checkout)) return [];
    const payment = this.#paymentFor(checkout, checkout.method, checkout.paymentMetadata);
    if (checkout.following && !checkout.billId) this.#startPlan(checkout, payment);
    const changes = [...this.#receive(payment, paid), moved(checkout, 'paid')];
    const bill = this.bills.get(checkout.billId ?? '');
    if (!bill) return changes;
    bill.price = { ...paid };
    return [...changes, ...this.#settle(bill)];
  }

  /** Ends a checkout without money. */
  fail(checkout: CheckoutRecord): Change[] {
    if (!this.#canBePaid(checkout)) return [];
    const changes = [...this.tryCard(checkout, 'is declined'), moved(checkout, 'failed')];
    const { billId: id } = checkout;
    return id === undefined ? changes : [...changes, { kind: 'invoice', event: 'failed', id }];
  }

  /** Returns the part of a payment that is refunded or will be. */
  refundedOf(paymentId: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed')
      .reduce((sum, { amount }) => sum + amount.amount, 0);
  }

  /** Refunds a payment, at most the rest of it. */
  refund(request: Pick<RefundRecord, 'refundId' | 'paymentId' | 'amount'>): RefundRecord {
    const { refundId, paymentId, amount } = request;
    const payment = this.payments.get(paymentId);
    const left = (payment?.paid.amount ?? 0) - this.refundedOf(paymentId);
    if (payment?.state !== 'paid' || amount.amount > left || amount.amount <= 0) {
      throw new Error('There is less left of the payment');
    }
    const state = this.refundsWait ? 'pending' : 'succeeded';
    const id = this.newId('refund');
    return put(this.refunds, { id, refundId, paymentId, amount, madeAt: this.now(), state });
  }

  findRefund(refundId: string | undefined): RefundRecord | undefined {
    return [...this.refunds.values()].find((refund) => refund.refundId === refundId);
  }

  findDispute(paymentId: string | undefined): DisputeRecord | undefined {
    return [...this.disputes.values()].findLast((dispute) => dispute.paymentId === paymentId);
  }

  /** Lets the buyer's bank take a payment back, or a part of it. */
  openDispute(paymentId: string, amount?: number): DisputeRecord {
    const paid = this.payments.get(paymentId)?.paid;
    if (!paid) throw new Error(`No payment ${paymentId}`);
    const taken = { ...paid, amount: amount ?? paid.amount };
    const id = this.newId('dispute');
    return put(this.disputes, {
      id,
      paymentId,
      amount: taken,
      state: 'open',
      openedAt: this.now(),
    });
  }

  /** Starts the next period, with the price of a waiting downgrade. */
  renew(subscription: SubscriptionRecord, starts = subscription.periodEnds): BillRecord {
    const { next, interval, periodEnds } = subscription;
    Object.assign(subscription, next, { next: undefined });
    const isOnTime = starts === periodEnds && subscription.interval === interval;
    if (!isOnTime) subscription.anchor = starts;
    return this.startPeriod(subscription, 'cycle', starts);
  }

  /** Starts a period of a subscription with its bill, which is not paid yet. */
  startPeriod(
    subscription: SubscriptionRecord,
    reason: BillRecord['reason'],
    starts: Date,
  ): BillRecord {
    const { anchor, interval } = subscription;
    subscription.periodStarts = starts;
    subscription.periodEnds = periodEnd(anchor, interval, starts);
    return this.newBill(subscription, reason);
  }

  /** Makes a bill for the running period. */
  newBill(subscription: SubscriptionRecord, reason: BillRecord['reason']): BillRecord {
    const bill = put<BillRecord>(this.bills, {
      id: this.newId('bill'),
      subscriptionId: subscription.id,
      created: this.now(),
      reason,
      state: 'open',
      price: { ...subscription.price },
      attempts: 0,
      starts: subscription.periodStarts,
      ends: subscription.periodEnds,
      metadata: subscription.metadata,
    });
    subscription.latestBillId = bill.id;
    return bill;
  }

  /** Charges an open bill. A renewal that is not paid makes its plan past due. */
  collect(bill: BillRecord, card: Card = 'works'): Change[] {
    if (bill.state === 'paid') return [];
    const subscription = this.subscriptionOf(bill);
    bill.attempts += 1;
    const payment = this.#paymentFor(bill, subscription.method, {});
    const charged = this.#charge(payment, card);
    if (payment.state === 'paid') return [...charged, ...this.#settle(bill)];
    const failed: Change = { kind: 'invoice', event: payment.state, id: bill.id };
    if (bill.reason !== 'cycle' && bill.reason !== 'change') return [...charged, failed];
    subscription.state = 'past_due';
    return [...charged, failed, changed(subscription)];
  }

  /** Charges another plan now and starts a new period. Throws `DeclinedError` and changes nothing when the card fails. */
  change(
    subscription: SubscriptionRecord,
    { metadata, ...next }: PlanPrice & { metadata: Metadata },
    card: Card = 'works',
  ): { bill: BillRecord; changes: Change[] } {
    if (card !== 'works') throw new DeclinedError(card);
    const now = this.now();
    Object.assign(subscription, next, { anchor: now });
    subscription.metadata = { ...subscription.metadata, ...metadata };
    const bill = this.startPeriod(subscription, 'change', now);
    return { bill, changes: this.collect(bill) };
  }

  end(subscription: SubscriptionRecord): Change[] {
    subscription.state = 'ended';
    return [{ kind: 'subscription', event: 'ended', id: subscription.id }];
  }

  /** Returns the unpaid bill of a subscription. */
  findOpenBill({ id }: SubscriptionRecord): BillRecord | undefined {
    return [...this.bills.values()].findLast(
      ({ subscriptionId, state }) => subscriptionId === id && state === 'open',
    );
  }

  subscriptionOf({ id, subscriptionId }: BillRecord): SubscriptionRecord {
    const subscription = this.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error(`The bill ${id} is for no subscription`);
    return subscription;
  }

  #canBePaid(checkout: CheckoutRecord): boolean {
    this.expireInTime(checkout);
    return checkout.state === 'open' || checkout.state === 'processing';
  }

  /** Returns the payment of a checkout or bill, which exists from the first try. */
  #paymentFor(
    payable: CheckoutRecord | BillRecord,
    method: PaymentRecord['method'],
    metadata: Metadata,
  ): PaymentRecord {
    const known = this.payments.get(payable.paymentId ?? '');
    if (known) return known;
    const { price } = payable;
    const id = this.newId('payment');
    payable.paymentId = id;
    const payment = { id, method, created: this.now(), price, paid: { ...price }, metadata };
    return put(this.payments, { ...payment, state: 'open' });
  }

  #charge(payment: PaymentRecord, card: Card): Change[] {
    if (card === 'works') return this.#receive(payment, payment.price);
    payment.state = card === 'is declined' ? 'failed' : 'unconfirmed';
    return [{ kind: 'payment', event: payment.state, id: payment.id }];
  }

  #receive(payment: PaymentRecord, paid: PaidMoney): Change[] {
    Object.assign(payment, { state: 'paid', paid: { ...paid }, paidAt: this.now() });
    return [{ kind: 'payment', event: 'paid', id: payment.id }];
  }

  /** Starts the plan of a checkout with the bill for its first period, which is not paid yet. */
  #startPlan(checkout: CheckoutRecord, payment: PaymentRecord): void {
    const { method, product, price, following = price, interval = 'month' } = checkout;
    const now = this.now();
    const subscription = put<SubscriptionRecord>(this.subscriptions, {
      id: this.newId('subscription'),
      method,
      product,
      price: following,
      interval,
      anchor: now,
      state: 'incomplete',
      endsAtPeriodEnd: false,
      periodStarts: now,
      periodEnds: now,
      latestBillId: '',
      metadata: checkout.planMetadata,
    });
    const bill = this.startPeriod(subscription, 'create', now);
    Object.assign(bill, { price, paymentId: payment.id, attempts: 1 });
    Object.assign(checkout, { subscriptionId: subscription.id, billId: bill.id });
  }

  /** Marks a bill as paid, whose payment has arrived. */
  #settle(bill: BillRecord): Change[] {
    const subscription = this.subscriptionOf(bill);
    bill.state = 'paid';
    const paid: Change = { kind: 'invoice', event: 'paid', id: bill.id };
    const before = subscription.state;
    if (before !== 'ended') subscription.state = 'active';
    return before === 'past_due' ? [paid, changed(subscription)] : [paid];
  }
}

function put<Row extends { id: string }>(table: Map<string, Row>, row: Row): Row {
  table.set(row.id, row);
  return row;
}

function moved(checkout: CheckoutRecord, state: CheckoutRecord['state']): Change {
  checkout.state = state;
  return { kind: 'checkout', event: state, id: checkout.id };
}

function changed({ id }: SubscriptionRecord): Change {
  return { kind: 'subscription', event: 'changed', id };
}
