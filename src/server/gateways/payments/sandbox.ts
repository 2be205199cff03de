import { allCurrencies } from '#domain/pricing/money.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import {
  type Checkout,
  type CheckoutState,
  type Invoice,
  type ListedPayment,
  PaymentDeclinedError,
  type PaymentGateway,
  PaymentProtocolError,
  PaymentUnknownError,
  type DisputeState,
  type RefundState,
  type SubscriptionGateway,
  type SubscriptionState,
  type TimeSpan,
} from '#server/gateways/payments/payments.ts';
import type {
  BillRecord,
  CheckoutRecord,
  DisputeRecord,
  RefundRecord,
  SubscriptionRecord,
} from '#server/gateways/payments/providerRecords.ts';
import type { ShownCheckout, ShownPayment } from '#server/gateways/payments/sandboxApi.ts';
import { parseDates } from '#server/gateways/payments/sandboxFile.ts';
import { readMessage, signatureHeader } from '#server/gateways/payments/sandboxMessages.ts';
import { parseTrusted } from '#domain/json.ts';

/** The sandbox's two methods: one redirects to its page, the other shows a code with the page's URL. */
type SandboxMethod = Extract<PaymentMethod, 'sandbox' | 'sandbox_scan'>;

type Options = { origin: string; key: string };

/** Calls the sandbox over HTTP, as a real provider is called. */
export function sandboxGateway(method: SandboxMethod, options: Options): PaymentGateway {
  const call = caller(options);
  const readCheckout = async (id: string) =>
    checkoutState(await call<ShownCheckout>('GET', `checkouts/${id}`));
  return {
    method,
    currencies: allCurrencies,
    renews: method === 'sandbox',
    openCheckout: async (request) => {
      const opened = await call<CheckoutRecord>('POST', 'checkouts', { ...request, method });
      const url = `${options.origin}/pay/${opened.id}`;
      const page: Pick<Checkout, 'providerId' | 'expires'> = {
        providerId: opened.id,
        expires: opened.expires,
      };
      return method === 'sandbox'
        ? { ...page, kind: 'redirect', url }
        : { ...page, kind: 'scan', codeUrl: url };
    },
    readCheckout,
    closeCheckout: async (id) =>
      checkoutState(await call<ShownCheckout>('POST', `checkouts/${id}/close`)),
    readEvent: async (body, headers) =>
      readMessage(options.key, body, headers.get(signatureHeader)),
    refund: async ({ refundId, paymentId, amount }) =>
      refundState(await call<RefundRecord>('POST', 'refunds', { refundId, paymentId, amount })),
    readRefund: async ({ providerId }) =>
      refundState(await call<RefundRecord>('GET', `refunds/${providerId}`)),
    readDispute: async (id) => disputeState(await call<DisputeRecord>('GET', `disputes/${id}`)),
    listsPayments: true,
    listPaid: (since) => listPaid(call, method, since),
    listRefunds: (span) => listRefunds(call, method, span),
    listDisputes: (span) => listDisputes(call, method, span),
    subscriptions: method === 'sandbox' ? subscriptionGateway(call, options) : undefined,
  };
}

type Call = <Result>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Result>;

const timeoutMilliseconds = 5_000;

function caller({ origin, key }: Options): Call {
  return async <Result>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Result> => {
    const request: RequestInit = {
      method,
      headers: { authorization: `Bearer ${key}` },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    };
    const response = await fetch(`${origin}/v1/${path}`, request).catch((error: unknown) => {
      throw new PaymentUnknownError('The sandbox cannot be reached', { cause: error });
    });
    const text = await response.text();
    if (response.status === 402) throw new PaymentDeclinedError('The sandbox declined the charge');
    if (response.ok) return parseTrusted<Result>(text, parseDates);
    throw new PaymentProtocolError(`The sandbox answered with ${response.status}`);
  };
}

function checkoutState({ payment, orderId, ...checkout }: ShownCheckout): CheckoutState {
  switch (checkout.state) {
    case 'open':
    case 'processing':
    case 'expired':
      return { kind: checkout.state };
    case 'failed':
      return { kind: 'failed', reason: 'declined' };
    case 'paid': {
      if (!payment?.paidAt) {
        throw new PaymentProtocolError('The sandbox does not say what was paid');
      }
      const { subscriptionId, billId: invoiceId } = checkout;
      const { id: paymentId, paid, paidAt } = payment;
      return { kind: 'paid', paymentId, paid, orderId, paidAt, subscriptionId, invoiceId };
    }
  }
}

function refundState({
  id,
  refundId,
  paymentId,
  amount,
  madeAt,
  state,
}: RefundRecord): RefundState {
  const made = { providerId: id, refundId, paymentId, amount, made: madeAt };
  return state === 'stuck' ? { ...made, state: 'pending', isStuck: true } : { ...made, state };
}

function disputeState({ id, paymentId, amount, state, openedAt }: DisputeRecord): DisputeState {
  return { disputeId: id, paymentId, amount, opened: openedAt, state };
}

type ByMethod = { method: SandboxMethod };

async function* listRefunds(
  call: Call,
  method: SandboxMethod,
  span: TimeSpan,
): AsyncGenerator<RefundState> {
  const { items } = await call<{ items: (RefundRecord & ByMethod)[] }>('GET', 'refunds');
  for (const refund of items) {
    if (refund.method === method && isWithin(refund.madeAt, span)) yield refundState(refund);
  }
}

async function* listDisputes(
  call: Call,
  method: SandboxMethod,
  span: TimeSpan,
): AsyncGenerator<DisputeState> {
  const { items } = await call<{ items: (DisputeRecord & ByMethod)[] }>('GET', 'disputes');
  for (const dispute of items) {
    if (dispute.method === method && isWithin(dispute.openedAt, span)) yield disputeState(dispute);
  }
}

function isWithin(time: Date, { from, to }: TimeSpan): boolean {
  return time >= from && time < to;
}

async function* listPaid(
  call: Call,
  method: SandboxMethod,
  since: Date,
): AsyncGenerator<ListedPayment> {
  const { items } = await call<{ items: ShownPayment[] }>('GET', 'payments');
  for (const { id: paymentId, method: by, paid, paidAt, metadata, invoiceId } of items) {
    if (by !== method || paidAt < since) continue;
    const orderId = metadata['order_id'];
    yield { paymentId, paid, paidAt, orderId, checkoutId: undefined, invoiceId };
  }
}

function subscriptionGateway(call: Call, { origin }: Options): SubscriptionGateway {
  const post = async (id: string, verb: string, body: unknown = {}) =>
    subscriptionState(await call<SubscriptionRecord>('POST', `subscriptions/${id}/${verb}`, body));
  return {
    read: async (id) =>
      subscriptionState(await call<SubscriptionRecord>('GET', `subscriptions/${id}`)),
    readInvoice: async (id) => invoiceOf(await call<BillRecord>('GET', `invoices/${id}`)),
    setEndsAtPeriodEnd: (id, ends) => post(id, 'period-end', { ends }),
    endNow: (id) => post(id, 'end'),
    upgrade: async (id, change) =>
      invoiceOf(await call<BillRecord>('POST', `subscriptions/${id}/upgrade`, change)),
    downgrade: (id, change) => post(id, 'downgrade', change),
    dropDowngrade: (id) => post(id, 'drop-downgrade'),
    openCardPage: async (id, page) => {
      await post(id, 'card', page);
      return `${origin}/card/${id}`;
    },
    // The sandbox's page pays the bill itself.
    payOpenBill: () => Promise.resolve(),
  };
}

function subscriptionState(subscription: SubscriptionRecord): SubscriptionState {
  const { id, metadata, state, endsAtPeriodEnd, periodStarts, periodEnds } = subscription;
  return {
    subscriptionId: id,
    orderId: metadata['order_id'],
    state,
    endsAtPeriodEnd,
    periodStarts,
    periodEnds,
    latestInvoiceId: subscription.latestBillId,
  };
}

function invoiceOf({ id, metadata, paymentId, ...bill }: BillRecord): Invoice {
  const { subscriptionId, reason, state, price, starts, ends } = bill;
  const changeId = reason === 'change' ? metadata['change_id'] : undefined;
  return { invoiceId: id, subscriptionId, reason, changeId, state, price, paymentId, starts, ends };
}
