import type {
  CardPageRequest,
  CheckoutRequest,
  PlanChange,
} from '#server/gateways/payments/payments.ts';
import type { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import {
  type CheckoutRecord,
  type PaymentRecord,
  type PlanPrice,
  type RefundRecord,
  DeclinedError,
} from '#server/gateways/payments/providerRecords.ts';
import { intervalOf, parseDates } from '#server/gateways/payments/sandboxFile.ts';
import type { SandboxMessages } from '#server/gateways/payments/sandboxMessages.ts';
import type { Reply } from '#server/gateways/payments/sandboxPages.ts';

export type SandboxOpening = CheckoutRequest & Pick<CheckoutRecord, 'method'>;

/** A checkout with its payment, if there is one. */
export type ShownCheckout = CheckoutRecord & { payment: PaymentRecord | undefined };

/** A payment that arrived, with its bill if that is for a later period. */
export type ShownPayment = Required<PaymentRecord> & { invoiceId: string | undefined };

type Call = { method: string; url: URL; body: string };

/**
 * Responds to a call of the gateway (`sandbox.ts`): `/v1/{resource}`, `/v1/{resource}/{id}` and
 * `/v1/{resource}/{id}/{verb}`.
 */
export function respondToCall(books: ProviderBooks, messages: SandboxMessages, call: Call): Reply {
  const [, , resource = '', id = '', verb = ''] = call.url.pathname.split('/');
  const input: unknown = call.body === '' ? {} : JSON.parse(call.body, parseDates);
  const isPost = call.method === 'POST';
  try {
    const found = handle(books, messages, { resource, id, verb, input, isPost });
    return found === undefined
      ? { status: 404, json: { error: 'There is no such thing' } }
      : { status: 200, json: found };
  } catch (error) {
    if (!(error instanceof DeclinedError)) throw error;
    return { status: 402, json: { error: error.message } };
  }
}

type Parsed = { resource: string; id: string; verb: string; input: unknown; isPost: boolean };

function handle(books: ProviderBooks, messages: SandboxMessages, call: Parsed): unknown {
  const { resource, id, input, isPost } = call;
  switch (resource) {
    case 'checkouts':
      if (isPost && id === '') return open(books, input as SandboxOpening);
      return handleCheckout(books, call);
    case 'subscriptions':
      return handleSubscription(books, messages, call);
    case 'invoices':
      return books.bills.get(id);
    case 'refunds':
      // The same refund is made once.
      if (isPost)
        return (
          books.findRefund((input as RefundRecord).refundId) ?? books.refund(input as RefundRecord)
        );
      return id === '' ? listOf(books, books.refunds) : books.refunds.get(id);
    case 'disputes':
      return id === '' ? listOf(books, books.disputes) : books.disputes.get(id);
    case 'payments':
      return { items: paymentsOf(books) };
    default:
      return undefined;
  }
}

/** Opens a checkout. The same order and attempt return the same one. Throws when they have other values. */
function open(books: ProviderBooks, opening: SandboxOpening): CheckoutRecord {
  const { orderId, attempt, method, price, following } = opening;
  const known = [...books.checkouts.values()].find(
    (one) => one.orderId === orderId && one.attempt === attempt,
  );
  if (known) {
    const isSame = known.method === method && known.price.amount === price.amount;
    if (!isSame) throw new Error('This attempt was opened with other values');
    return known;
  }
  const { product, description, successUrl, cancelUrl, expires } = opening;
  return books.open({
    method,
    orderId,
    attempt,
    product,
    description,
    price,
    following,
    interval: intervalOf(product),
    successUrl,
    cancelUrl,
    expires,
    paymentMetadata: { order_id: orderId },
    planMetadata: { order_id: orderId },
  });
}

function listOf<Row extends { paymentId: string }>(
  { payments }: ProviderBooks,
  table: ReadonlyMap<string, Row>,
): { items: object[] } {
  const rows = [...table.values()];
  return { items: rows.map((row) => ({ ...row, method: payments.get(row.paymentId)?.method })) };
}

function handleCheckout(books: ProviderBooks, { id, verb }: Parsed): ShownCheckout | undefined {
  const checkout = books.checkouts.get(id);
  if (!checkout) return undefined;
  if (verb === 'close') books.expire(checkout);
  books.expireInTime(checkout);
  return { ...checkout, payment: books.payments.get(checkout.paymentId ?? '') };
}

function handleSubscription(
  books: ProviderBooks,
  messages: SandboxMessages,
  { id, verb, input }: Parsed,
): unknown {
  const subscription = books.subscriptions.get(id);
  if (!subscription) return undefined;
  const once = { copies: 1, delaySeconds: 0 };
  switch (verb) {
    case 'end':
      if (subscription.state !== 'ended') messages.send(books.end(subscription), once);
      return subscription;
    case 'period-end': {
      const { ends } = input as { ends: boolean };
      if (subscription.state === 'ended') return subscription;
      subscription.endsAtPeriodEnd = ends;
      if (ends) subscription.next = undefined;
      messages.send([{ kind: 'subscription', event: 'changed', id }], once);
      return subscription;
    }
    case 'upgrade': {
      const { changeId, ...change } = input as PlanChange;
      const known = [...books.bills.values()].find(
        ({ metadata }) => metadata['change_id'] === changeId,
      );
      if (known) return known;
      const metadata = { change_id: changeId };
      const card = books.cards.get(id);
      const made = books.change(subscription, { ...nextOf(change), metadata }, card);
      Object.assign(subscription, { next: undefined, endsAtPeriodEnd: false });
      messages.send(made.changes, once);
      return made.bill;
    }
    case 'downgrade':
      // A plan that is about to end has no next period, so a change also means that it continues.
      subscription.endsAtPeriodEnd = false;
      subscription.next = nextOf(input as PlanChange);
      return subscription;
    case 'card': {
      const { doneUrl, backUrl } = input as CardPageRequest;
      subscription.cardPage = { doneUrl, backUrl };
      return subscription;
    }
    case 'drop-downgrade':
      subscription.next = undefined;
      return subscription;
    default:
      return subscription;
  }
}

function nextOf({ product, price }: Pick<PlanChange, 'product' | 'price'>): PlanPrice {
  return { product, price, interval: intervalOf(product) };
}

/** Returns the payments that arrived. */
function paymentsOf({ payments, bills }: ProviderBooks): ShownPayment[] {
  return [...payments.values()].flatMap((payment) => {
    const { id, state, paidAt } = payment;
    if (state !== 'paid' || !paidAt) return [];
    const bill = [...bills.values()].find(
      ({ paymentId, reason }) => paymentId === id && reason !== 'create',
    );
    return [{ ...payment, paidAt, invoiceId: bill?.id }];
  });
}
