import type { Money } from '#domain/money.ts';
import { termEnd } from '#domain/planTerms.ts';
import {
  type SandboxFile,
  readSandboxFile,
  writeSandboxFile,
} from '#server/gateways/payments/sandboxFile.ts';
import {
  type SandboxBill,
  type SandboxCheckout,
  type SandboxDispute,
  type SandboxOpening,
  type SandboxRefund,
  type SandboxSubscription,
  newId,
  planOf,
} from '#server/gateways/payments/sandboxRecords.ts';

/** A change that the sandbox sends a message about. */
export type Change = {
  method: SandboxCheckout['method'];
  type: string;
  subject: { kind: 'checkout' | 'invoice' | 'subscription' | 'dispute'; id: string };
};

/** The sandbox's records of payments, in one file, so that they outlive the server as a real provider's do. */
export class SandboxBooks {
  readonly #file: string;
  readonly #records: SandboxFile;

  constructor(file: string) {
    this.#file = file;
    this.#records = readSandboxFile(file);
  }

  get port(): number {
    return this.#records.port;
  }

  set port(port: number) {
    this.#records.port = port;
    this.#save();
  }

  get checkouts(): readonly SandboxCheckout[] {
    return this.#records.checkouts;
  }

  get subscriptions(): readonly SandboxSubscription[] {
    return this.#records.subscriptions;
  }

  get bills(): readonly SandboxBill[] {
    return this.#records.bills;
  }

  get refunds(): readonly SandboxRefund[] {
    return this.#records.refunds;
  }

  get disputes(): readonly SandboxDispute[] {
    return this.#records.disputes;
  }

  checkout(id: string): SandboxCheckout | undefined {
    return this.checkouts.find((checkout) => checkout.id === id);
  }

  subscription(id: string): SandboxSubscription | undefined {
    return this.subscriptions.find((subscription) => subscription.id === id);
  }

  /** Opens a checkout. The same order and attempt return the same one. Throws when they have other values. */
  open(opening: SandboxOpening): SandboxCheckout {
    const known = this.checkouts.find(
      ({ orderId, attempt }) => orderId === opening.orderId && attempt === opening.attempt,
    );
    if (known) {
      const isSame = known.method === opening.method && known.price.amount === opening.price.amount;
      if (!isSame) throw new Error('This attempt was opened with other values');
      return known;
    }
    const checkout: SandboxCheckout = { ...opening, id: newId('checkout'), state: 'open' };
    this.#records.checkouts.push(checkout);
    this.#save();
    return checkout;
  }

  /** Pays a checkout, with `price` instead of its own if given, and starts a plan's subscription. */
  pay(checkout: SandboxCheckout, now: Date, price: Money = checkout.price): Change[] {
    if (checkout.state !== 'open' && checkout.state !== 'processing') return [];
    Object.assign(checkout, {
      state: 'paid',
      paid: price,
      paymentId: newId('payment'),
      paidAt: now,
    });
    const subscription = checkout.following && this.#subscribe(checkout, checkout.following, now);
    this.#save();
    const paid = change(checkout, 'checkout.paid', 'checkout', checkout.id);
    if (!subscription) return [paid];
    return [paid, change(checkout, 'invoice.paid', 'invoice', subscription.latestBillId)];
  }

  /** Ends or delays a checkout that has not been paid yet. */
  move(checkout: SandboxCheckout, state: 'processing' | 'failed' | 'expired'): Change[] {
    if (checkout.state !== 'open' && checkout.state !== 'processing') return [];
    checkout.state = state;
    this.#save();
    return [change(checkout, `checkout.${state}`, 'checkout', checkout.id)];
  }

  /**
   * Bills the next period of a subscription. The current period is cut short, so that nobody has to wait for a month.
   * An unpaid bill can be paid later.
   */
  renew(subscription: SandboxSubscription, now: Date, isPaid: boolean): Change[] {
    if (subscription.state === 'ended') return [];
    if (subscription.endsAtPeriodEnd) return this.end(subscription);
    const starts = subscription.periodEnds < now ? subscription.periodEnds : now;
    if (subscription.next) Object.assign(subscription, subscription.next, { next: undefined });
    const bill = this.#bill(subscription, 'cycle', starts);
    subscription.periodStarts = bill.starts;
    subscription.periodEnds = bill.ends;
    return isPaid ? this.payBill(bill, now) : this.#leaveUnpaid(subscription, bill);
  }

  payBill(bill: SandboxBill, now: Date): Change[] {
    const subscription = this.subscription(bill.subscriptionId);
    if (!subscription || bill.state === 'paid') return [];
    Object.assign(bill, { state: 'paid', paymentId: newId('payment'), paidAt: now });
    const paid = change(subscription, 'invoice.paid', 'invoice', bill.id);
    const wasUnpaid = subscription.state === 'past_due';
    subscription.state = 'active';
    this.#save();
    return wasUnpaid
      ? [paid, change(subscription, 'subscription.changed', 'subscription', subscription.id)]
      : [paid];
  }

  end(subscription: SandboxSubscription): Change[] {
    subscription.state = 'ended';
    this.#save();
    return [change(subscription, 'subscription.ended', 'subscription', subscription.id)];
  }

  endAtPeriodEnd(subscription: SandboxSubscription, ends: boolean): Change[] {
    subscription.endsAtPeriodEnd = ends;
    if (ends) subscription.next = undefined;
    this.#save();
    return [change(subscription, 'subscription.changed', 'subscription', subscription.id)];
  }

  /** Charges another plan now and starts a new period. The same change is made once. */
  upgrade(
    subscription: SandboxSubscription,
    { changeId, ...next }: NonNullable<SandboxSubscription['next']> & { changeId: string },
    now: Date,
  ): { bill: SandboxBill; changes: Change[] } {
    const known = this.bills.find((bill) => bill.changeId === changeId);
    if (known) return { bill: known, changes: [] };
    Object.assign(subscription, next, { next: undefined, endsAtPeriodEnd: false });
    const bill = this.#bill(subscription, 'change', now, changeId);
    subscription.periodStarts = bill.starts;
    subscription.periodEnds = bill.ends;
    return { bill, changes: this.payBill(bill, now) };
  }

  downgrade(subscription: SandboxSubscription, next: SandboxSubscription['next']): void {
    // A plan that is about to end has no next period, so a change also means that it continues.
    if (next) subscription.endsAtPeriodEnd = false;
    subscription.next = next;
    this.#save();
  }

  openCardPage(
    subscription: SandboxSubscription,
    { doneUrl, backUrl }: NonNullable<SandboxSubscription['cardPage']>,
  ): void {
    subscription.cardPage = { doneUrl, backUrl };
    this.#save();
  }

  /** Returns the unpaid bill of a subscription. */
  openBill(subscription: SandboxSubscription): SandboxBill | undefined {
    return this.bills.findLast(
      ({ subscriptionId, state }) => subscriptionId === subscription.id && state === 'open',
    );
  }

  /** Refunds a payment. The same refund is made once. */
  refund(refund: Omit<SandboxRefund, 'id' | 'madeAt'>): SandboxRefund {
    const known = this.refunds.find(({ refundId }) => refundId === refund.refundId);
    if (known) return known;
    const made = { ...refund, id: newId('refund'), madeAt: new Date() };
    this.#records.refunds.push(made);
    this.#save();
    return made;
  }

  /** Returns the method of a payment; `undefined` if there is no such payment. */
  methodOf(paymentId: string): SandboxCheckout['method'] | undefined {
    const bill = this.bills.find((one) => one.paymentId === paymentId);
    const checkout = this.checkouts.find((one) => one.paymentId === paymentId);
    return checkout?.method ?? this.subscription(bill?.subscriptionId ?? '')?.method;
  }

  disputeAbout(paymentId: string | undefined): SandboxDispute | undefined {
    return this.disputes.find((dispute) => dispute.paymentId === paymentId);
  }

  /** Opens a dispute about a payment, once. */
  openDispute({ method, paymentId, paid }: SandboxCheckout): Change[] {
    if (paymentId === undefined || !paid || this.disputeAbout(paymentId)) return [];
    const opened = { paymentId, amount: paid, state: 'open', openedAt: new Date() } as const;
    const dispute: SandboxDispute = { ...opened, id: newId('dispute') };
    this.#records.disputes.push(dispute);
    this.#save();
    return [change({ method }, 'dispute.opened', 'dispute', dispute.id)];
  }

  endDispute({ method, paymentId }: SandboxCheckout, state: 'won' | 'lost'): Change[] {
    const dispute = this.disputeAbout(paymentId);
    if (dispute?.state !== 'open') return [];
    dispute.state = state;
    this.#save();
    return [change({ method }, 'dispute.ended', 'dispute', dispute.id)];
  }

  #subscribe(checkout: SandboxCheckout, following: Money, now: Date): SandboxSubscription {
    const { method, orderId, product } = checkout;
    const ends = termEnd(planOf(product), now);
    const subscription: SandboxSubscription = {
      id: newId('subscription'),
      method,
      orderId,
      product,
      price: following,
      state: 'active',
      endsAtPeriodEnd: false,
      periodStarts: now,
      periodEnds: ends,
      latestBillId: '',
    };
    this.#records.subscriptions.push(subscription);
    const bill = this.#bill(subscription, 'create', now);
    Object.assign(bill, { state: 'paid', price: checkout.paid, paidAt: now });
    bill.paymentId = checkout.paymentId;
    Object.assign(checkout, { subscriptionId: subscription.id, billId: bill.id });
    return subscription;
  }

  #bill(
    subscription: SandboxSubscription,
    reason: SandboxBill['reason'],
    starts: Date,
    changeId?: string,
  ): SandboxBill {
    const { id: subscriptionId, product, price } = subscription;
    const ends = termEnd(planOf(product), starts);
    const bill: SandboxBill = {
      id: newId('invoice'),
      subscriptionId,
      reason,
      changeId,
      state: 'open',
      price,
      starts,
      ends,
    };
    subscription.latestBillId = bill.id;
    this.#records.bills.push(bill);
    return bill;
  }

  #leaveUnpaid(subscription: SandboxSubscription, bill: SandboxBill): Change[] {
    subscription.state = 'past_due';
    this.#save();
    return [
      change(subscription, 'invoice.failed', 'invoice', bill.id),
      change(subscription, 'subscription.changed', 'subscription', subscription.id),
    ];
  }

  #save(): void {
    writeSandboxFile(this.#file, this.#records);
  }
}

function change(
  { method }: Pick<SandboxCheckout, 'method'>,
  type: string,
  kind: Change['subject']['kind'],
  id: string,
): Change {
  return { method, type, subject: { kind, id } };
}
