import { call } from '#contract/call.ts';
import { type Offer, checkDiscount, createOrder, listOffers } from '#contract/orders.ts';
import { getSubscription } from '#contract/subscription.ts';
import type { Language } from '#domain/languages.ts';
import type { Currency } from '#domain/money.ts';
import { changePlanPath, payByPath } from '#domain/orderPaths.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { products } from '#domain/plans.ts';
import { planProducts } from '#domain/planTerms.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goTo, goToLogin, replaceWith } from '#stores/browser/navigation.ts';
import { newId } from '#stores/browser/newId.ts';
import { $user, refreshUser } from '#stores/account/user.ts';
import { atom } from 'nanostores';

/** A discount code: what stands in its field, what it takes off once the server knows it, and why it does not. */
export type DiscountChoice = {
  typed: string;
  percentOff: number | undefined;
  checking: boolean;
  problem: Message | undefined;
};

const noDiscount: DiscountChoice = {
  typed: '',
  percentOff: undefined,
  checking: false,
  problem: undefined,
};

export type Choosing = {
  state: 'choosing';
  /** The product in each currency in which it can be paid. */
  offers: readonly Offer[];
  offer: Offer;
  method: PaymentMethod;
  /** Whether the buyer wants the credits at once. */
  waives: boolean;
  discount: DiscountChoice;
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

/** One id per visit of the page, currency and code, so that two clicks make one order. */
const requestIds = new Map<string, string>();

/**
 * Reads what the address names. Visitors are led to the sign-in, and come back; who has a plan that renews is led to the
 * change of it.
 */
export async function openNewOrder(search: string, language: Language): Promise<void> {
  $newOrder.set({ state: 'loading' });
  await refreshUser();
  if ($user.get().state === 'visitor') return goToLogin();
  const query = new URLSearchParams(search);
  const product = query.get('product') ?? '';
  if (await isSubscriberOf(product)) return replaceWith(changePlanPath(language, product));
  await loadOffers(product, query.get('currency') ?? '');
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
  const { offer, method, waives, discount } = state;
  if (!waives) return $newOrder.set({ ...state, error: message(waiverMissing) });
  // A code that was typed and not applied changes the price: the buyer sees it first.
  if (discount.typed.trim() !== '' && discount.percentOff === undefined) return applyDiscount();
  $newOrder.set({ ...state, sending: true, error: undefined });
  const { product, currency, amount } = offer;
  const code = discount.percentOff === undefined ? undefined : discount.typed;
  const purchase = `${currency} ${code ?? ''}`;
  const requestId = requestIds.get(purchase) ?? newId();
  requestIds.set(purchase, requestId);
  try {
    const body = { request_id: requestId, product, currency, amount, waiver: waives, code };
    const order = await call(createOrder, { body });
    goTo(payByPath(language, order.id, method));
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    const problem = errorMessage(error);
    if (problem.key.startsWith('errors.discount_')) return refuseDiscount(problem);
    if (problem.key === 'errors.offer_changed') await loadOffers(product, currency);
    change((now) => ({ ...now, sending: false, error: problem }));
  }
}

export function typeDiscount(typed: string): void {
  change((state) => ({ ...state, discount: { ...noDiscount, typed } }));
}

/** Has the typed code checked, and shows the price with it. */
export async function applyDiscount(): Promise<void> {
  const state = $newOrder.get();
  if (state.state !== 'choosing' || state.discount.checking) return;
  const { discount, offer } = state;
  const code = discount.typed.trim();
  if (code === '') return refuseDiscount(message('pay.code.empty'));
  $newOrder.set({ ...state, discount: { ...discount, checking: true, problem: undefined } });
  try {
    const { items, percent_off: percentOff } = await call(checkDiscount, {
      body: { product: offer.product, code },
    });
    change((now) =>
      choosing(items, now.offer.currency, {
        ...now,
        discount: { ...noDiscount, typed: code, percentOff },
      }),
    );
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    await refuseDiscount(errorMessage(error));
  }
}

/** Shows the price without a code again. */
export async function removeDiscount(): Promise<void> {
  const state = $newOrder.get();
  if (state.state !== 'choosing') return;
  const { product, currency } = state.offer;
  await loadOffers(product, currency, { ...state, discount: noDiscount });
}

/** The code stays in its field, so that one wrong character is mended without typing all. */
async function refuseDiscount(problem: Message): Promise<void> {
  const state = $newOrder.get();
  if (state.state !== 'choosing') return;
  const discount = { ...noDiscount, typed: state.discount.typed, problem };
  if (state.discount.percentOff === undefined) {
    return $newOrder.set({ ...state, sending: false, discount });
  }
  const { product, currency } = state.offer;
  await loadOffers(product, currency, { ...state, discount });
}

/** The browser shows the page again as it was left, after going back. */
export function resumeNewOrder(): void {
  change((state) => ({ ...state, sending: false }));
}

/** Whether a plan is wanted by somebody whose plan renews itself: a second one would be refused. */
async function isSubscriberOf(product: string): Promise<boolean> {
  if (!planProducts.some((each) => each === product)) return false;
  // Where that is unknown, the order is refused with the same reason.
  const { plan } = await call(getSubscription, {}).catch(() => ({ plan: null }));
  return plan?.kind === 'renewing';
}

async function loadOffers(
  name: string,
  currency: string,
  chosen: Partial<Chosen> = {},
): Promise<void> {
  const product = products.find((each) => each === name);
  if (product === undefined) return $newOrder.set({ state: 'unknown' });
  try {
    const { items } = await call(listOffers, { query: { product } });
    $newOrder.set(choosing(items, currency, chosen));
  } catch (error) {
    $newOrder.set({ state: 'failed', problem: errorMessage(error) });
  }
}

/** Keeps the choice when prices have changed. */
type Chosen = Pick<Choosing, 'method' | 'waives' | 'discount'>;

/** The method, the waiver and the code stay chosen where they still can be. */
function choosing(
  offers: readonly Offer[],
  currency: string,
  chosen: Partial<Chosen>,
): NewOrderState {
  const offer = offers.find((each) => each.currency === currency);
  const method = offer?.methods.find((each) => each === chosen.method) ?? offer?.methods[0];
  if (!offer || method === undefined) return { state: 'unknown' };
  const { waives = false, discount = noDiscount } = chosen;
  const form = { method, waives, discount, sending: false, error: undefined };
  return { state: 'choosing', offers, offer, ...form };
}

function change(next: (state: Choosing) => NewOrderState): void {
  const state = $newOrder.get();
  if (state.state === 'choosing') $newOrder.set(next(state));
}
