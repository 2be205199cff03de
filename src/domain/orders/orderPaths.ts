import type { Language } from '#domain/languages/languages.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Product } from '#domain/plans/plans.ts';
import { splitLanguage } from '#domain/site/urls.ts';

/** Paths of payment and orders. As in `urls.ts`, every path is absolute and has no trailing slash. */

/** Returns the path of a page that starts an order, so that the buttons of the pricing page are links. */
export function newOrderPath(language: Language, product: Product, currency: Currency): string {
  return `/${language}/pay/new?product=${product}&currency=${currency}`;
}

/** Returns the path of an order's payment page, or of the page after its end. */
export function payPath(language: Language, order: string, end?: 'success' | 'failed'): string {
  const path = `${payShellPath(language)}/${encodeURIComponent(order)}`;
  return end === undefined ? path : `${path}/${end}`;
}

/** Returns the path of the payment page for another try after a failed one. */
export function retryPayPath(language: Language, order: string): string {
  return `${payPath(language, order)}?retry=1`;
}

/** Returns the path of the payment page that opens the chosen method at once. */
export function payByPath(language: Language, order: string, method: PaymentMethod): string {
  return `${payPath(language, order)}?method=${method}`;
}

/** Parses a path of payment; returns `undefined` for other paths. */
export function payPartOf(path: string): PayPart | undefined {
  const { rest } = splitLanguage(path);
  const [, order, end] = /^\/pay\/([^/]+)(?:\/(success|failed))?$/.exec(rest) ?? [];
  if (order === undefined) return undefined;
  if (order === 'new') return end === undefined ? { kind: 'new' } : undefined;
  if (end === undefined) return { kind: 'pay', order };
  return { kind: end === 'success' ? 'success' : 'failed', order };
}

export type PayPart = { kind: 'new' } | { kind: 'pay' | 'success' | 'failed'; order: string };

/** Returns the path of the one page that serves every path of payment in a language. */
export function payShellPath(language: Language): string {
  return `/${language}/pay`;
}

/** Returns the path of the buyer's orders. This page also serves every path below it. */
export function ordersPath(language: Language): string {
  return `/${language}/orders`;
}

/** Returns the path of the page of orders that opens the dialog for changing the running plan to `product`. */
export function changePlanPath(language: Language, product: string): string {
  return `${ordersPath(language)}?${new URLSearchParams({ change: product }).toString()}`;
}

/** Returns the path of the page of orders after the buyer has changed the card at the provider. */
export function cardGivenPath(language: Language): string {
  return `${ordersPath(language)}?card=given`;
}

/** Returns the path of the printable receipt of an order. */
export function receiptPath(language: Language, order: string): string {
  return `${ordersPath(language)}/${encodeURIComponent(order)}/receipt`;
}

export type OrdersPart = { kind: 'list' } | { kind: 'receipt'; order: string };

/** Parses a path of the page of orders; returns `undefined` for other paths. */
export function ordersPartOf(path: string): OrdersPart | undefined {
  const { rest } = splitLanguage(path);
  if (rest === '/orders') return { kind: 'list' };
  const [, order] = /^\/orders\/([^/]+)\/receipt$/.exec(rest) ?? [];
  return order === undefined ? undefined : { kind: 'receipt', order };
}
