import { call } from '#contract/call.ts';
import { type Offer, createOrder, listOffers } from '#contract/orders.ts';
import type { Language } from '#domain/languages.ts';
import type { Currency } from '#domain/money.ts';
import { payByPath } from '#domain/orderPaths.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { products } from '#domain/plans.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/message.ts';
import { goTo, goToLogin } from '#stores/navigation.ts';
import { newId } from '#stores/newId.ts';
import { $user, refreshUser } from '#stores/user.ts';
import { atom } from 'nanostores';

export type Choosing = {
  state: 'choosing';
  /** The product in each currency in which it can be paid. */
  offers: readonly Offer[];
  offer: Offer;
  method: PaymentMethod;
  /** Whether the buyer wants the credits at once. */
  waives: boolean;
  sending: boolean;
  error: Message | undefined;
};

export type NewOrderState =
  | { state: 'loading' | 'unknown' }
  | { state: 'failed'; problem: Message }
  | Choosing;

/** The order that is about to be made. */
export const $newOrder = atom<NewOrderState>({ state: 'loading' });

/** The key of the message about the box that was not ticked. */
export const waiverMissing = 'pay.new.waiverMissing';

/** One id per visit of the page and currency, so that two clicks make one order. */
const requestIds = new Map<Currency, string>();

/** Reads what the address names. Visitors are led to the sign-in, and come back. */
export async function openNewOrder(search: string): Promise<void> {
  $newOrder.set({ state: 'loading' });
  await refreshUser();
  if ($user.get().state === 'visitor') return goToLogin();
  const query = new URLSearchParams(search);
  await loadOffers(query.get('product') ?? '', query.get('currency') ?? '');
}

export function chooseCurrency(currency: Currency): void {
  change((state) => choosing(state.offers, currency, state));
}

export function chooseMethod(method: PaymentMethod): void {
  change((state) => ({ ...state, method }));
}

export function setWaiver(waives: boolean): void {
  change((state) => ({ ...state, waives, error: undefined }));
}

/** Makes the order and goes to its page, which opens the chosen method. */
export async function placeOrder(language: Language): Promise<void> {
  const state = $newOrder.get();
  if (state.state !== 'choosing' || state.sending) return;
  const { offer, method, waives } = state;
  if (!waives) return $newOrder.set({ ...state, error: message(waiverMissing) });
  $newOrder.set({ ...state, sending: true, error: undefined });
  const { product, currency, amount } = offer;
  const requestId = requestIds.get(currency) ?? newId();
  requestIds.set(currency, requestId);
  try {
    const body = { request_id: requestId, product, currency, amount, waiver: waives };
    const order = await call(createOrder, { body });
    goTo(payByPath(language, order.id, method));
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    const problem = errorMessage(error);
    if (problem.key === 'errors.offer_changed') await loadOffers(product, currency);
    change((now) => ({ ...now, sending: false, error: problem }));
  }
}

/** The browser shows the page again as it was left, after going back. */
export function resumeNewOrder(): void {
  change((state) => ({ ...state, sending: false }));
}

async function loadOffers(name: string, currency: string): Promise<void> {
  const product = products.find((each) => each === name);
  if (product === undefined) return $newOrder.set({ state: 'unknown' });
  try {
    const { items } = await call(listOffers, { query: { product } });
    $newOrder.set(choosing(items, currency, {}));
  } catch (error) {
    $newOrder.set({ state: 'failed', problem: errorMessage(error) });
  }
}

/** The method and the waiver stay chosen where they still can be. */
function choosing(
  offers: readonly Offer[],
  currency: string,
  chosen: Partial<Pick<Choosing, 'method' | 'waives'>>,
): NewOrderState {
  const offer = offers.find((each) => each.currency === currency);
  const method = offer?.methods.find((each) => each === chosen.method) ?? offer?.methods[0];
  if (!offer || method === undefined) return { state: 'unknown' };
  const { waives = false } = chosen;
  return { state: 'choosing', offers, offer, method, waives, sending: false, error: undefined };
}

function change(next: (state: Choosing) => NewOrderState): void {
  const state = $newOrder.get();
  if (state.state === 'choosing') $newOrder.set(next(state));
}
