import type { CardPageRequest, PlanChange } from '#server/gateways/payments/payments.ts';
import type { SandboxBooks } from '#server/gateways/payments/sandboxBooks.ts';
import type { SandboxMessages } from '#server/gateways/payments/sandboxMessages.ts';
import type { Reply } from '#server/gateways/payments/sandboxPages.ts';
import {
  type SandboxOpening,
  type SandboxRefund,
  type SandboxSubscription,
  parseDates,
} from '#server/gateways/payments/sandboxRecords.ts';

type Call = { method: string; url: URL; body: string };

/**
 * Responds to a call of the gateway (`sandbox.ts`): `/v1/{resource}`, `/v1/{resource}/{id}` and
 * `/v1/{resource}/{id}/{verb}`.
 */
export function respondToCall(books: SandboxBooks, messages: SandboxMessages, call: Call): Reply {
  const [, , resource = '', id = '', verb = ''] = call.url.pathname.split('/');
  const input: unknown = call.body === '' ? {} : JSON.parse(call.body, parseDates);
  const found = handle(books, messages, {
    resource,
    id,
    verb,
    input,
    isPost: call.method === 'POST',
  });
  return found === undefined
    ? { status: 404, json: { error: 'There is no such thing' } }
    : { status: 200, json: found };
}

type Parsed = { resource: string; id: string; verb: string; input: unknown; isPost: boolean };

function handle(books: SandboxBooks, messages: SandboxMessages, call: Parsed): unknown {
  const { resource, id, input, isPost } = call;
  switch (resource) {
    case 'checkouts':
      if (isPost && id === '') return books.open(input as SandboxOpening);
      return handleCheckout(books, call);
    case 'subscriptions':
      return handleSubscription(books, messages, call);
    case 'invoices':
      return books.bills.find((bill) => bill.id === id);
    case 'refunds':
      if (isPost) return books.refund(input as Omit<SandboxRefund, 'id' | 'madeAt'>);
      if (id === '') return { refunds: books.refunds.map((one) => withMethod(books, one)) };
      return books.refunds.find((refund) => refund.id === id || refund.refundId === id);
    case 'disputes':
      if (id === '') return { disputes: books.disputes.map((one) => withMethod(books, one)) };
      return books.disputes.find((dispute) => dispute.id === id);
    case 'payments':
      return paymentsOf(books);
    default:
      return undefined;
  }
}

function withMethod<Thing extends { paymentId: string }>(books: SandboxBooks, thing: Thing) {
  return { ...thing, method: books.methodOf(thing.paymentId) };
}

function handleCheckout(books: SandboxBooks, { id, verb }: Parsed): unknown {
  const checkout = books.checkout(id);
  if (!checkout) return undefined;
  const isOver = checkout.expires.getTime() <= Date.now();
  if (checkout.state === 'open' && (verb === 'close' || isOver)) books.move(checkout, 'expired');
  return checkout;
}

function handleSubscription(
  books: SandboxBooks,
  messages: SandboxMessages,
  { id, verb, input }: Parsed,
): unknown {
  const subscription = books.subscription(id);
  if (!subscription) return undefined;
  const once = { copies: 1, delaySeconds: 0 };
  switch (verb) {
    case 'end':
      if (subscription.state !== 'ended') messages.send(books.end(subscription), once);
      return subscription;
    case 'period-end': {
      const { ends } = input as { ends: boolean };
      messages.send(books.endAtPeriodEnd(subscription, ends), once);
      return subscription;
    }
    case 'upgrade': {
      const { bill, changes } = books.upgrade(subscription, input as PlanChange, new Date());
      messages.send(changes, once);
      return bill;
    }
    case 'downgrade':
      books.downgrade(subscription, nextOf(input as PlanChange));
      return subscription;
    case 'card':
      books.openCardPage(subscription, input as CardPageRequest);
      return subscription;
    case 'drop-downgrade':
      books.downgrade(subscription, undefined);
      return subscription;
    default:
      return subscription;
  }
}

function nextOf({ product, price }: PlanChange): NonNullable<SandboxSubscription['next']> {
  return { product, price };
}

function paymentsOf(books: SandboxBooks): unknown {
  const checkouts = books.checkouts.filter(({ state }) => state === 'paid');
  const bills = books.bills.filter(({ state, reason }) => state === 'paid' && reason !== 'create');
  return {
    payments: [
      ...checkouts.map(({ id, method, orderId, paymentId, paid, paidAt }) => {
        return { checkoutId: id, method, orderId, paymentId, paid, paidAt };
      }),
      ...bills.map(({ id, paymentId, price, paidAt, subscriptionId }) => {
        const method = books.subscription(subscriptionId)?.method;
        return { invoiceId: id, method, paymentId, paid: price, paidAt };
      }),
    ],
  };
}
