import type { Language } from '#domain/languages/languages.ts';
import type { Currency, Money, PaidMoney } from '#domain/pricing/money.ts';
import type { CheckoutPage, EventSubject, PaymentMethod } from '#domain/orders/payments.ts';
import type { Product } from '#domain/plans/plans.ts';

/**
 * One attempt to pay an order. A repeated call with the same attempt returns the same checkout. It must have the same
 * values, because providers refuse the same attempt with other values.
 */
export type CheckoutRequest = {
  orderId: string;
  /** Counts from 1. Each retry after a failed or expired checkout has the next number. */
  attempt: number;
  product: Product;
  /** The amount to pay now. */
  price: Money;
  /** The price of each following period of a plan that renews; `undefined` for a single payment. */
  following: Money | undefined;
  /** The product's name in the buyer's language, for the provider's page. */
  description: string;
  language: Language;
  /** The buyer's e-mail address, so that the provider does not ask for it; `undefined` after the account's deletion. */
  email: string | undefined;
  successUrl: string;
  cancelUrl: string;
  /** At most 23 hours from now. A provider may take money for half an hour longer, unless the checkout is closed. */
  expires: Date;
};

export type Checkout = { providerId: string; expires: Date } & CheckoutPage;

/**
 * The state of a checkout, read from the provider. `processing`: the result of the payment comes later. A provider that
 * cannot be reached causes a `PaymentUnknownError`, which says nothing about the payment.
 */
export type CheckoutState =
  | { kind: 'open' }
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | {
      kind: 'paid';
      /** The id of the payment in refunds and disputes; the checkout's own id when it was free. */
      paymentId: string;
      paid: PaidMoney;
      orderId: string | undefined;
      paidAt: Date;
      /** Set for plans that renew. */
      subscriptionId: string | undefined;
      invoiceId: string | undefined;
    };

/** A bill of a subscription. Only `create`, `cycle` and `change` are for a new period, which gives credits. */
export type Invoice = {
  invoiceId: string;
  /** `undefined` for a bill that was made by hand at the provider; its reason is always `other`. */
  subscriptionId: string | undefined;
  reason: 'create' | 'cycle' | 'change' | 'other';
  /** For `change`: the id of the upgrade, by which its order is found if the response to the upgrade was lost. */
  changeId: string | undefined;
  state: 'open' | 'paid' | 'void' | 'uncollectible';
  price: PaidMoney;
  paymentId: string | undefined;
  /** The period that the bill is for. */
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
  /** The bill of the current period, by which a renewal is found if its message never came. */
  latestInvoiceId: string | undefined;
};

export type RefundRequest = {
  /** Our own id, as idempotency key: the same refund is never made twice. */
  refundId: string;
  paymentId: string;
  /** The total paid amount, which some providers require. */
  paid: PaidMoney;
  amount: PaidMoney;
  reason: string;
};

export type RefundState = {
  providerId: string;
  /** Our own id; `undefined` for a refund that was made by hand at the provider. */
  refundId: string | undefined;
  paymentId: string;
  amount: PaidMoney;
  /** When the provider made it, by the provider's clock. */
  made: Date;
  state: 'pending' | 'succeeded' | 'failed';
  /** Set while a pending refund waits for a person, who must act at the provider or at the buyer's bank. */
  isStuck?: true;
};

export type DisputeState = {
  disputeId: string;
  paymentId: string;
  amount: PaidMoney;
  /** When the bank opened it, by the provider's clock. */
  opened: Date;
  state: 'open' | 'won' | 'lost';
};

/** Includes `from`, excludes `to`. */
export type TimeSpan = { from: Date; to: Date };

export type ProviderEvent = { eventId: string; type: string; subject: EventSubject };

/** The configured gateways, in the order in which buyers see them. */
export type Payments = ReadonlyMap<PaymentMethod, PaymentGateway>;

/** A provider of payments. All money is in minor units. Every call has its own time limit. */
export type PaymentGateway = {
  method: PaymentMethod;
  /** The accepted currencies. */
  currencies: readonly Currency[];
  /** Whether it charges the following periods of a plan automatically. */
  renews: boolean;
  openCheckout: (request: CheckoutRequest) => Promise<Checkout>;
  readCheckout: (providerId: string) => Promise<CheckoutState>;
  /** Closes an open checkout, so that it can no longer be paid. Returns the state afterwards. */
  closeCheckout: (providerId: string) => Promise<CheckoutState>;
  /** Reads a webhook message. Throws `InvalidSignatureError` when it does not come from the provider. */
  readEvent: (body: Uint8Array, headers: Headers) => Promise<ProviderEvent>;
  refund: (request: RefundRequest) => Promise<RefundState>;
  readRefund: (refund: { refundId: string; providerId: string }) => Promise<RefundState>;
  readDispute: (disputeId: string) => Promise<DisputeState>;
  /** Whether the lists below are complete. For other providers, each payment and refund is read by its id. */
  listsPayments: boolean;
  /** Lists the payments since a time, for the comparison with our orders. */
  listPaid: (since: Date) => AsyncIterable<ListedPayment>;
  /** Lists the refunds within a time span, in all states, including those made by hand at the provider. */
  listRefunds: (span: TimeSpan) => AsyncIterable<RefundState>;
  /** Lists the disputes that were opened within a time span; `undefined` for a provider without disputes. */
  listDisputes: ((span: TimeSpan) => AsyncIterable<DisputeState>) | undefined;
  /** `undefined` for a provider that cannot renew. */
  subscriptions: SubscriptionGateway | undefined;
};

/** A payment in a provider's list. One of the last three ids leads to the order, unless the payment is not ours. */
export type ListedPayment = {
  paymentId: string;
  paid: PaidMoney;
  paidAt: Date;
  orderId: string | undefined;
  checkoutId: string | undefined;
  /** Set for a bill of a subscription. */
  invoiceId: string | undefined;
};

export type SubscriptionGateway = {
  read: (subscriptionId: string) => Promise<SubscriptionState>;
  readInvoice: (invoiceId: string) => Promise<Invoice>;
  /** Ends the plan with the paid period, or undoes that. Ending drops a waiting downgrade. */
  setEndsAtPeriodEnd: (subscriptionId: string, ends: boolean) => Promise<SubscriptionState>;
  endNow: (subscriptionId: string) => Promise<SubscriptionState>;
  /**
   * Charges the full new price now, starts a new period and drops a waiting downgrade. The returned invoice is paid, or
   * open while a bank transfer is under way. When the charge fails, throws `PaymentDeclinedError` and changes nothing.
   */
  upgrade: (subscriptionId: string, change: PlanChange) => Promise<Invoice>;
  /** Changes the product and its price at the end of the paid period. */
  downgrade: (subscriptionId: string, change: PlanChange) => Promise<SubscriptionState>;
  /** Drops the waiting downgrade, if there is one. */
  dropDowngrade: (subscriptionId: string) => Promise<SubscriptionState>;
  /** Opens the page on which the buyer enters another card. Returns its URL, which is for that buyer only. */
  openCardPage: (subscriptionId: string, page: CardPageRequest) => Promise<string>;
  /**
   * Charges the open bill and all later ones to the card that the buyer entered on that page. Does nothing without a
   * new card, so it can be repeated. Throws `PaymentDeclinedError`.
   */
  payOpenBill: (subscriptionId: string) => Promise<void>;
};

/** `doneUrl` is the target after a card was entered, `backUrl` the target without one. */
export type CardPageRequest = { language: Language; doneUrl: string; backUrl: string };

export type PlanChange = {
  /** The id of the upgrade's order, or our id of the downgrade. The same change is never made twice. */
  changeId: string;
  product: Product;
  price: Money;
  description: string;
};

/** A webhook message does not come from the provider, or is too old. */
export class InvalidSignatureError extends Error {
  override readonly name = 'InvalidSignatureError';
}

/** The provider could not be reached, or its response could not be verified. The payment's state is unknown. */
export class PaymentUnknownError extends Error {
  override readonly name = 'PaymentUnknownError';
}

/**
 * The provider refused a request as invalid, or sent something that this version of the code cannot read. A retry does
 * not help; a person must look at it.
 */
export class PaymentProtocolError extends Error {
  override readonly name: string = 'PaymentProtocolError';
}

/** The provider refused a request and did nothing. */
export class PaymentRefusedError extends PaymentProtocolError {
  override readonly name: string = 'PaymentRefusedError';
}

/** The requested object does not exist at the provider. */
export class PaymentMissingError extends PaymentRefusedError {
  override readonly name = 'PaymentMissingError';
}

/** The provider refused the charge; nothing was changed. */
export class PaymentDeclinedError extends Error {
  override readonly name = 'PaymentDeclinedError';
}
