import type { Language } from '#domain/languages/languages.ts';
import { emailProblem } from '#domain/login/login.ts';

/** The action of the form of a withdrawal, with and without JavaScript. */
export const withdrawFormPath = '/api/withdrawals/form';

/** Returns the path of the page on which buyers withdraw from a contract. */
export function withdrawPath(language: Language): string {
  return `/${language}/withdraw`;
}

/** Returns the path of the form, filled with the number of an order. */
export function withdrawOrderPath(language: Language, orderId: string): string {
  const query = new URLSearchParams({ lang: language, order: orderNumber(orderId) });
  return `${withdrawFormPath}?${query.toString()}`;
}

export const withdrawalNameMaxCharacters = 200;

/** Digits of an order's id in its number: too many to be guessed. */
const numberLetters = 12;

/** Returns the number of an order for buyers: `1A2B-3C4D-5E6F`. */
export function orderNumber(id: string): string {
  const letters = id.replaceAll('-', '').slice(0, numberLetters).toUpperCase();
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Returns the start of an order's id from a typed number or id; `undefined` for other texts. */
export function readOrderNumber(typed: string): string | undefined {
  const letters = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return /^[\da-f]{12}(?:[\da-f]{20})?$/.test(letters)
    ? letters.slice(0, numberLetters)
    : undefined;
}

/** The fields of the form. */
export type WithdrawalFields = { number: string; email: string; name: string };

/** Returns the invalid fields. The name is optional. */
export function withdrawalProblems({ number, email }: WithdrawalFields): ('number' | 'email')[] {
  return [
    ...(readOrderNumber(number) === undefined ? (['number'] as const) : []),
    ...(emailProblem(email.trim()) === undefined ? [] : (['email'] as const)),
  ];
}
