import type { Language } from '#domain/languages.ts';
import { emailProblem } from '#domain/login.ts';

/** Where the form of a withdrawal goes, with or without script. */
export const withdrawFormPath = '/api/withdrawals/form';

/** The page on which buyers withdraw from a contract. */
export function withdrawPath(language: Language): string {
  return `/${language}/withdraw`;
}

/** The form with the number of an order in it. */
export function withdrawOrderPath(language: Language, orderId: string): string {
  const query = new URLSearchParams({ lang: language, order: orderNumber(orderId) });
  return `${withdrawFormPath}?${query.toString()}`;
}

export const withdrawalNameMaxCharacters = 200;

/** Enough of an order's id that nobody guesses it. */
const numberLetters = 12;

/** Returns the number under which a buyer names an order: `1A2B-3C4D-5E6F`. */
export function orderNumber(id: string): string {
  const letters = id.replaceAll('-', '').slice(0, numberLetters).toUpperCase();
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Returns the beginning of the order's id in a number that somebody typed, or in a whole id; `undefined` for other texts. */
export function readOrderNumber(typed: string): string | undefined {
  const letters = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return /^[\da-f]{12}(?:[\da-f]{20})?$/.test(letters)
    ? letters.slice(0, numberLetters)
    : undefined;
}

/** The fields of the form. */
export type WithdrawalFields = { number: string; email: string; name: string };

/** Returns the fields that are wrong. The name may be left out. */
export function withdrawalProblems({ number, email }: WithdrawalFields): ('number' | 'email')[] {
  return [
    ...(readOrderNumber(number) === undefined ? (['number'] as const) : []),
    ...(emailProblem(email.trim()) === undefined ? [] : (['email'] as const)),
  ];
}
