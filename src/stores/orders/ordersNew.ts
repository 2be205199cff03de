import { call } from '#contract/call.ts';
import { type Offer, checkDiscount, createOrder, listOffers } from '#contract/orders/orders.ts';
import { type PlanPreview, getSubscription } from '#contract/orders/subscription.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { changePlanPath, payByPath } from '#domain/orders/orderPaths.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { products } from '#domain/plans/plans.ts';
import { planProducts } from '#domain/plans/planTerms.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goTo, goToLogin, replaceWith } from '#stores/browser/navigation.ts';
import { newId } from '#stores/browser/newId.ts';
import { $user, refreshUser } from '#stores/account/user.ts';
import { atom } from 'nanostores';

export type DiscountChoice = {
  /** The text in the field of the code. */
  typed: string;
  /** `undefined` until the server has accepted the code. */
  percentOff: number | undefined;
  checking: boolean;
  /** Why the server refused the code. */
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
  /** The offers of the product, one for each currency. */
  offers: readonly Offer[];
  offer: Offer;
  method: PaymentMethod;
  /** Whether the buyer requests the credits at once, and so waives the right of withdrawal. */
  waives: boolean;
  discount: DiscountChoice;
  /** The consequences of the order for paid plans; `undefined` for packs. */
  preview: PlanPreview | undefined;
  sending: boolean;
  error: Message | undefined;
};

export type NewOrderState =
  | { state: 'loading' | 'unknown' }
  | { state: 'failed'; problem: Message }
  /** The plan could only renew itself, and would interrupt a larger one that is paid until then. */
  | { state: 'waits'; until: string }
  | Choosing;

/** The order that the user is about to make. */
export const $newOrder = atom<NewOrderState>({ state: 'loading' });

/** The key of the message about the box that was not ticked. */
export const waiverMissingKey = 'pay.new.waiverMissing';

/** Request ids by currency and code, in one visit of the page, so that two clicks make one order. */
const requestIds = new Map<string, string>();

/**
 * Loads the offers of the product in the query of the address. Visitors go to the login page and return; users whose plan
 * renews itself go to the page that changes it.
 */
export async function openNewOrder(search: string, language: Language): Promise<void> {
  $newOrder.set({ state: 'loading' });
  await refreshUser();
  if ($user.get().state === 'visitor') return goToLogin();
  const query = new URLSearchParams(search);
  const product = query.get('product') ?? '';
  const { renews, preview } = await readPlan(product);
  if (renews) return replaceWith(changePlanPath(language, product));
  await loadOffers(product, query.get('currency') ?? '', { preview });
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

/** Makes the order and opens its page, which opens the chosen payment method. */
export async function placeOrder(language: Language): Promise<void> {
  const state = $newOrder.get();
  if (state.state !== 'choosing' || state.sending) return;
  const { offer, method, waives, discount } = state;
  if (offer.needs_waiver && !waives)
    return $newOrder.set({ ...state, error: message(waiverMissingKey) });
  // A typed code that was not applied yet changes the price, which the buyer must see first.
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

/** Lets the server check the typed code, and shows the reduced price. */
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

/** Removes the code and loads the full price. */
export async function removeDiscount(): Promise<void> {
  const state = $newOrder.get();
  if (state.state !== 'choosing') return;
  const { product, currency } = state.offer;
  await loadOffers(product, currency, { ...state, discount: noDiscount });
}

/** Shows why a code was refused. The code stays in its field, so that a typing error can be corrected. */
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

/** Ends the sending state, for a page that the browser restored after Back. */
export function resumeNewOrder(): void {
  change((state) => ({ ...state, sending: false }));
}

/** Returns whether the user's plan renews itself, so that the server would refuse a second one, and what an order would do. */
async function readPlan(product: string): Promise<{ renews: boolean; preview?: PlanPreview }> {
  if (!planProducts.some((each) => each === product)) return { renews: false };
  // After a failure, the server still refuses the order.
  const read = await call(getSubscription, {}).catch(() => undefined);
  const preview = read?.previews.find((each) => each.product === product);
  return { renews: read?.plan?.kind === 'renewing', ...(preview && { preview }) };
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

/** The buyer's choice, which stays when prices change. */
type Chosen = Pick<Choosing, 'method' | 'waives' | 'discount' | 'preview'>;

/** Returns the state with new offers. Keeps method, waiver and code where they are still possible. */
function choosing(
  items: readonly Offer[],
  currency: string,
  chosen: Partial<Chosen>,
): NewOrderState {
  const { preview } = chosen;
  const offers = preview?.renewing === null ? items.flatMap(offerOnce) : items;
  const until = preview?.renews_from;
  if (until && items.length > 0 && offers.length === 0) return { state: 'waits', until };
  const offer =
    offers.find((each) => each.currency === currency) ??
    // A currency whose methods all renew is not possible here.
    (offers.length < items.length ? offers[0] : undefined);
  const method = offer?.methods.find((each) => each === chosen.method) ?? offer?.methods[0];
  if (!offer || method === undefined) return { state: 'unknown' };
  const { waives = false, discount = noDiscount } = chosen;
  const form = { method, waives, discount, preview, sending: false, error: undefined };
  return { state: 'choosing', offers, offer, ...form };
}

/** Returns an offer with the methods that pay once; nothing without any. */
function offerOnce(offer: Offer): Offer[] {
  const methods = offer.methods.filter((method) => !offer.renewing.includes(method));
  return methods.length > 0 ? [{ ...offer, methods }] : [];
}

function change(next: (state: Choosing) => NewOrderState): void {
  const state = $newOrder.get();
  if (state.state === 'choosing') $newOrder.set(next(state));
}
