import type { Language } from '#domain/languages.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Product } from '#domain/plans.ts';
import { splitLanguage } from '#domain/urls.ts';

/** Paths of payment and orders. As in `urls.ts`, every path is absolute and has no trailing slash. */

/** Where an order of a product begins: a page, so that the buttons of the pricing page are links. */
export function newOrderPath(language: Language, product: Product, currency: Currency): string {
  return `/${language}/pay/new?product=${product}&currency=${currency}`;
}

/** The page on which an order is paid; `success` and `failed` are where it ends. */
export function payPath(language: Language, order: string, end?: 'success' | 'failed'): string {
  const path = `${payShellPath(language)}/${encodeURIComponent(order)}`;
  return end === undefined ? path : `${path}/${end}`;
}

/** The payment page of an order once more, after an attempt that failed. */
export function retryPayPath(language: Language, order: string): string {
  return `${payPath(language, order)}?retry=1`;
}

/** The payment page of a new order, which opens the chosen method at once. */
export function payByPath(language: Language, order: string, method: PaymentMethod): string {
  return `${payPath(language, order)}?method=${method}`;
}

/** The part of payment that a path leads to; `undefined` for paths that lead nowhere. */
export function payPartOf(path: string): PayPart | undefined {
  const { rest } = splitLanguage(path);
  const [, order, end] = /^\/pay\/([^/]+)(?:\/(success|failed))?$/.exec(rest) ?? [];
  if (order === undefined) return undefined;
  if (order === 'new') return end === undefined ? { kind: 'new' } : undefined;
  if (end === undefined) return { kind: 'pay', order };
  return { kind: end === 'success' ? 'success' : 'failed', order };
}

export type PayPart = { kind: 'new' } | { kind: 'pay' | 'success' | 'failed'; order: string };

/** The one page that serves every path of payment of a language. */
export function payShellPath(language: Language): string {
  return `/${language}/pay`;
}

/** The buyer's orders. The one page that serves every path below it, too. */
export function ordersPath(language: Language): string {
  return `/${language}/orders`;
}

/** The page of orders, with the change of the running plan to a product opened. */
export function changePlanPath(language: Language, product: string): string {
  return `${ordersPath(language)}?${new URLSearchParams({ change: product }).toString()}`;
}

/** The page of orders after another card was given at the provider. */
export function cardGivenPath(language: Language): string {
  return `${ordersPath(language)}?card=given`;
}

/** The printable receipt of an order. */
export function receiptPath(language: Language, order: string): string {
  return `${ordersPath(language)}/${encodeURIComponent(order)}/receipt`;
}

export type OrdersPart = { kind: 'list' } | { kind: 'receipt'; order: string };

/** The part of the orders page that a path leads to; `undefined` for paths that lead nowhere. */
export function ordersPartOf(path: string): OrdersPart | undefined {
  const { rest } = splitLanguage(path);
  if (rest === '/orders') return { kind: 'list' };
  const [, order] = /^\/orders\/([^/]+)\/receipt$/.exec(rest) ?? [];
  return order === undefined ? undefined : { kind: 'receipt', order };
}
