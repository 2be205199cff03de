import type { Language } from '#domain/languages.ts';
import type { Currency, Money } from '#domain/money.ts';
import type { CheckoutPage, EventSubject, PaymentMethod } from '#domain/payments.ts';
import type { Product } from '#domain/plans.ts';

/**
 * One try to pay an order. A repeated call with the same attempt returns the same checkout, and must have the same values:
 * providers refuse the same attempt with others.
 */
export type CheckoutRequest = {
  orderId: string;
  /** Counts from 1; a further try after a checkout that failed or expired has the next number. */
  attempt: number;
  product: Product;
  /** The amount to pay now. */
  price: Money;
  /** For plans that renew: what each following period costs. `undefined` for one payment. */
  following: Money | undefined;
  /** The product's name in the buyer's language, as the provider's page shows it. */
  description: string;
  language: Language;
  /** The buyer's address, so that the provider need not ask for it; unknown after an account's deletion. */
  email: string | undefined;
  successUrl: string;
  cancelUrl: string;
  /** Within 23 hours. A provider may take money for half an hour longer, unless the checkout is closed. */
  expires: Date;
};

export type Checkout = { providerId: string; expires: Date } & CheckoutPage;

/**
 * The state of a checkout, read from the provider. `processing` is a payment under way whose result comes later. A
 * provider that cannot be reached causes a `PaymentUnknownError`: nothing follows from that about the payment.
 */
export type CheckoutState =
  | { kind: 'open' }
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | {
      kind: 'paid';
      /** The payment that refunds and disputes name; the checkout's own id when nothing was to be paid. */
      paymentId: string;
      paid: Money;
      orderId: string | undefined;
      paidAt: Date;
      /** For plans that renew. */
      subscriptionId: string | undefined;
      invoiceId: string | undefined;
    };

/** A bill of a subscription. Only `create`, `cycle` and `change` are for a period that nobody has credits for yet. */
export type Invoice = {
  invoiceId: string;
  /** `undefined` for a bill that somebody wrote at the provider's own pages, which is always `other`. */
  subscriptionId: string | undefined;
  reason: 'create' | 'cycle' | 'change' | 'other';
  /** For `change`: the id of the upgrade, so that its order is found when the answer to the upgrade was lost. */
  changeId: string | undefined;
  state: 'open' | 'paid' | 'void' | 'uncollectible';
  price: Money;
  paymentId: string | undefined;
  /** The time that is paid for. */
  starts: Date;
  ends: Date;
};

export type SubscriptionState = {
  subscriptionId: string;
  orderId: string | undefined;
  state: 'active' | 'past_due' | 'incomplete' | 'ended';
  endsAtPeriodEnd: boolean;
  periodStarts: Date;
  periodEnds: Date;
  /** The bill of the present period, by which a renewal is found whose message never came. */
  latestInvoiceId: string | undefined;
};

export type RefundRequest = {
  /** Our own id: the same refund is never made twice. */
  refundId: string;
  paymentId: string;
  /** The whole paid amount, which some providers require. */
  paid: Money;
  amount: Money;
  reason: string;
};

export type RefundState = {
  providerId: string;
  /** Our own id; `undefined` for a refund that was made at the provider's own pages. */
  refundId: string | undefined;
  paymentId: string;
  amount: Money;
  /** When the provider made it, by its own clock. */
  made: Date;
  state: 'pending' | 'succeeded' | 'failed';
  /** Set while a pending refund waits for a person, at the provider's pages or the buyer's. */
  isStuck?: true;
};

export type DisputeState = {
  disputeId: string;
  paymentId: string;
  amount: Money;
  /** When the bank opened it, by the provider's clock. */
  opened: Date;
  state: 'open' | 'won' | 'lost';
};

/** From a moment on, and before another one. */
export type TimeSpan = { from: Date; to: Date };

export type ProviderEvent = { eventId: string; type: string; subject: EventSubject };

/** The configured gateways, in the order in which buyers choose among them. */
export type Payments = ReadonlyMap<PaymentMethod, PaymentGateway>;

/** A provider of payments. All money is in minor units; every call has its own time limit. */
export type PaymentGateway = {
  method: PaymentMethod;
  /** The currencies that it takes. */
  currencies: readonly Currency[];
  /** Whether it charges the following periods of a plan by itself. */
  renews: boolean;
  openCheckout: (request: CheckoutRequest) => Promise<Checkout>;
  readCheckout: (providerId: string) => Promise<CheckoutState>;
  /** Closes an open checkout, so that it cannot be paid any more. Returns the state that it has afterwards. */
  closeCheckout: (providerId: string) => Promise<CheckoutState>;
  /** Reads a message. Throws `InvalidSignatureError` when it does not come from the provider. */
  readEvent: (body: Uint8Array, headers: Headers) => Promise<ProviderEvent>;
  refund: (request: RefundRequest) => Promise<RefundState>;
  readRefund: (refund: { refundId: string; providerId: string }) => Promise<RefundState>;
  readDispute: (disputeId: string) => Promise<DisputeState>;
  /** Whether the lists are complete. Of other providers, each payment and refund is asked for by itself. */
  listsPayments: boolean;
  /** Payments that were made since a moment, for comparing them with our orders. */
  listPaid: (since: Date) => AsyncIterable<ListedPayment>;
  /** Refunds that were made within a span of time, whatever became of them, also those made at the provider's own pages. */
  listRefunds: (span: TimeSpan) => AsyncIterable<RefundState>;
  /** Disputes that were opened within a span of time; `undefined` for a provider that has none. */
  listDisputes: ((span: TimeSpan) => AsyncIterable<DisputeState>) | undefined;
  /** `undefined` for a provider that cannot renew. */
  subscriptions: SubscriptionGateway | undefined;
};

/** A payment as the provider lists it. One of the three ids leads to the order, unless the payment is none of ours. */
export type ListedPayment = {
  paymentId: string;
  paid: Money;
  paidAt: Date;
  orderId: string | undefined;
  checkoutId: string | undefined;
  /** For a bill of a subscription. */
  invoiceId: string | undefined;
};

export type SubscriptionGateway = {
  read: (subscriptionId: string) => Promise<SubscriptionState>;
  readInvoice: (invoiceId: string) => Promise<Invoice>;
  /** Ends it at the end of the paid period, or takes that back. Ending drops a downgrade that waits for that moment. */
  setEndsAtPeriodEnd: (subscriptionId: string, ends: boolean) => Promise<SubscriptionState>;
  endNow: (subscriptionId: string) => Promise<SubscriptionState>;
  /**
   * Charges the full new price now and starts a fresh period. The returned invoice is paid, or open while a bank transfer is
   * under way; throws `PaymentDeclinedError` and leaves everything as it was when the charge fails. Drops a downgrade that waits.
   */
  upgrade: (subscriptionId: string, change: PlanChange) => Promise<Invoice>;
  /** Changes the product and its price from the end of the paid period on. */
  downgrade: (subscriptionId: string, change: PlanChange) => Promise<SubscriptionState>;
  /** Takes a downgrade that waits back, if there is one. */
  dropDowngrade: (subscriptionId: string) => Promise<SubscriptionState>;
  /** Opens the page on which the buyer gives another card. Returns its address, which is for that buyer only. */
  openCardPage: (subscriptionId: string, page: CardPageRequest) => Promise<string>;
  /**
   * Charges the open bill to a card that the buyer gave on that page, and the following bills too. Does nothing without a
   * new card, so it can be repeated. Throws `PaymentDeclinedError`.
   */
  payOpenBill: (subscriptionId: string) => Promise<void>;
};

/** Where the page for another card leads: after a card was given, and back without one. */
export type CardPageRequest = { language: Language; doneUrl: string; backUrl: string };

export type PlanChange = {
  /** The order that pays for an upgrade, or our id of a downgrade: the same change is never made twice. */
  changeId: string;
  product: Product;
  price: Money;
  description: string;
};

/** The message does not come from the provider, or is too old. */
export class InvalidSignatureError extends Error {
  override readonly name = 'InvalidSignatureError';
}

/** The provider could not be asked, or its answer could not be verified: the payment's state is unknown. */
export class PaymentUnknownError extends Error {
  override readonly name = 'PaymentUnknownError';
}

/**
 * The provider refuses a request as wrong, or says something that this version of the code cannot read. Repeating it does
 * not help: it is for a person to look at.
 */
export class PaymentProtocolError extends Error {
  override readonly name: string = 'PaymentProtocolError';
}

/** The provider refuses a request, and has done nothing of it. */
export class PaymentRefusedError extends PaymentProtocolError {
  override readonly name: string = 'PaymentRefusedError';
}

/** The provider does not have what was asked for. */
export class PaymentMissingError extends PaymentRefusedError {
  override readonly name = 'PaymentMissingError';
}

/** The provider refused the charge; nothing was changed. */
export class PaymentDeclinedError extends Error {
  override readonly name = 'PaymentDeclinedError';
}
