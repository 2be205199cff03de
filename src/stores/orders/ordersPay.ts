import { call } from '#contract/call.ts';
import { type Checkout, type Order, getOrder, openCheckout } from '#contract/orders/orders.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type PayPart, payPath } from '#domain/orders/orderPaths.ts';
import { mayBePaid } from '#domain/orders/orders.ts';
import { type PaymentMethod, paymentMethods, scannedMethods } from '#domain/orders/payments.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goTo, goToLogin, replaceWith } from '#stores/browser/navigation.ts';
import { watchOrder } from '#stores/orders/ordersWatch.ts';
import { refreshUser } from '#stores/account/user.ts';
import { atom } from 'nanostores';

export type OrderPart = Exclude<PayPart, { kind: 'new' }>;

export type ShownOrder = {
  state: 'shown';
  order: Order;
  /** The provider's page or code. `undefined` while the buyer chooses a method; `begun` after they left a provider's page. */
  checkout: Checkout | 'begun' | undefined;
  /** `opening`: the checkout or the provider's page is loading. */
  activity: 'nothing' | 'opening';
  error: Message | undefined;
};

export type OrderPageState =
  | { state: 'loading' | 'missing' }
  | { state: 'failed'; problem: Message }
  | ShownOrder;

/** The order of the page. */
export const $order = atom<OrderPageState>({ state: 'loading' });

type Visit = { part: OrderPart; search: string; language: Language };

/**
 * Shows an order, opens its checkout if the address names a payment method, and polls the order until it is final. Returns
 * a function that ends the polling.
 */
export function openOrder({ part, search, language }: Visit): () => void {
  const query = new URLSearchParams(search);
  const requested = paymentMethods.find((method) => method === query.get('method'));
  // On a retry, a failed order stays on the page of payment. Ordering the same again leads here with a method.
  let isRetry = query.has('retry') || requested !== undefined;
  $order.set({ state: 'loading' });
  return watchOrder({
    load: () => call(getOrder, { params: { id: part.order } }),
    onOrder: (order) => {
      const kind = partOf(order.state, part.kind, isRetry);
      if (kind !== part.kind) {
        replaceWith(payPath(language, order.id, kind === 'pay' ? undefined : kind));
        return false;
      }
      if (order.state === 'fulfilled') void refreshUser();
      const isFirst = $order.get().state !== 'shown';
      showOrder(order);
      if (order.state !== 'failed') isRetry = false;
      if (isFirst) void begin(order, part.kind, requested, language);
      return isAwaited(order);
    },
    onError: (error) => {
      if (isSignedOut(error)) {
        goToLogin();
        return false;
      }
      if ($order.get().state === 'shown') return true;
      const problem = errorMessage(error);
      const isMissing = ['errors.unknown_order', 'errors.invalid_input'].includes(problem.key);
      $order.set(isMissing ? { state: 'missing' } : { state: 'failed', problem });
      return false;
    },
  });
}

/** Opens a checkout, and then the provider's page or the code to scan. */
export async function payBy(method: PaymentMethod, language: Language): Promise<void> {
  const checkout = await open(method, language);
  if (checkout?.kind === 'redirect') goTo(checkout.url);
  else change({ activity: 'nothing' });
}

/** Shows the choice of a method again. An open checkout can still be paid. */
export function chooseOtherMethod(): void {
  change({ checkout: undefined, error: undefined });
}

/** Ends the opening state, for a page that the browser restored after Back from the provider's page. */
export function resumeOrder(): void {
  change({ activity: 'nothing' });
}

/** Returns the part of payment that shows an order in this state. */
function partOf(
  state: Order['state'],
  kind: OrderPart['kind'],
  isRetry: boolean,
): OrderPart['kind'] {
  switch (state) {
    case 'paid':
    case 'fulfilled':
    case 'refunded':
      return 'success';
    case 'failed':
      return isRetry ? kind : 'failed';
    case 'expired':
      return 'failed';
    case 'quarantined':
    case 'created':
      return 'pay';
    case 'pending':
      // The provider redirects to the success page before its confirmation arrives at the server.
      return kind === 'success' ? 'success' : 'pay';
  }
}

function isAwaited({ state }: Order): boolean {
  return state === 'created' || state === 'pending' || state === 'paid' || state === 'failed';
}

/** Shows the order. Keeps the open checkout, unless it ended without a payment. */
function showOrder(order: Order): void {
  const current = $order.get();
  if (current.state !== 'shown') {
    $order.set({
      state: 'shown',
      order,
      checkout: undefined,
      activity: 'nothing',
      error: undefined,
    });
    return;
  }
  const hasEnded = current.order.state === 'pending' && order.state === 'created';
  $order.set({ ...current, order, ...(hasEnded && { checkout: undefined }) });
}

async function begin(
  order: Order,
  kind: OrderPart['kind'],
  requested: PaymentMethod | undefined,
  language: Language,
): Promise<void> {
  if (kind !== 'pay' || !mayBePaid(order.state)) return;
  if (requested !== undefined) {
    // Removes `method` from the address, so that Back to this page does not open the checkout again.
    history.replaceState(null, '', payPath(language, order.id));
    // Its page says that a payment waits. The provider's page would not lead back here.
    if (!order.processing) return payBy(requested, language);
  }
  if (order.state !== 'pending' || order.method === null) return;
  // Not opened again, because after a failed payment that would start another one.
  if (!scannedMethods.includes(order.method)) return change({ checkout: 'begun' });
  await open(order.method, language);
  change({ activity: 'nothing' });
}

async function open(method: PaymentMethod, language: Language): Promise<Checkout | undefined> {
  const state = $order.get();
  if (state.state !== 'shown' || state.activity !== 'nothing') return undefined;
  change({ activity: 'opening', error: undefined });
  try {
    const params = { id: state.order.id };
    const checkout = await call(openCheckout, { params, body: { method, language } });
    const { order } = state;
    $order.set({
      ...state,
      order: { ...order, method, state: 'pending' },
      activity: 'opening',
      checkout,
    });
    return checkout;
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    else change({ activity: 'nothing', error: errorMessage(error) });
    return undefined;
  }
}

function change(changed: Partial<Omit<ShownOrder, 'state' | 'order'>>): void {
  const state = $order.get();
  if (state.state === 'shown') $order.set({ ...state, ...changed });
}
