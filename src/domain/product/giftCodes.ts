import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import { type Product, creditsOf, products } from '#domain/plans/plans.ts';

/** The characters of gift codes, without those that look similar. */
export const giftCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ';

/** Letters and digits that no code contains, because they look similar: 0 and O, 1, I and L, U and V. */
export const lookAlikes = '0O1ILUV';

export const giftCodeLength = 16;

/** Longest input of a code field, in characters: there is space for separators between the groups. */
export const giftCodeMaxTyped = 100;

/** Returns the path of the page for gift codes. */
export function redeemPath(language: Language): string {
  return `/${language}/redeem`;
}

/** The action of the form without JavaScript. The code is in the body, never in the URL. */
export const unscriptedRedeemPath = '/api/product/code/form';

/** Minutes for which a cookie keeps a typed code, for visitors who sign in before they redeem it. */
export const typedCodeMinutes = 15;

/** Longest note of an operator on a batch of codes. */
export const giftNoteMaxCharacters = 200;

/** Returns a typed code in the form in which it was issued: narrow capital letters and digits, without separators. */
export function plainGiftCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
}

/** Formats a code in groups of four: `ABCD-EFGH-JKMN-PQRS`. */
export function groupGiftCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/** Returns the typed letters and digits that no code contains, in order and without duplicates. */
export function lookAlikesIn(typed: string): string[] {
  return [...new Set(plainGiftCode(typed))].filter((character) => lookAlikes.includes(character));
}

/**
 * The grant of a code: credits that never expire (`product` is `null`), a pack, or a plan with its weekly or monthly
 * credits.
 */
export type CodeGrant = { credits: number; product: Product | null };

/** The names of grants of products. A grant of credits is named by its number, for example `credits:200`. */
export const grantNames: readonly string[] = products.map((product) =>
  grantName({ credits: 0, product }),
);

/** Returns the name that operators use for a grant: `credits:200`, `pro:month`, `credit_500`. */
export function grantName({ credits, product }: CodeGrant): string {
  if (product === null) return `credits:${credits}`;
  return isPlan(product) ? product.replace('_', ':') : product;
}

/**
 * Returns the grant of a name on a day; `undefined` for an unknown name. In names, `:` and `_` are interchangeable.
 */
export function grantNamed(name: string, day: Day): CodeGrant | undefined {
  const [, digits] = /^credits[:_]([1-9]\d{0,8})$/.exec(name) ?? [];
  if (digits !== undefined) return { credits: Number(digits), product: null };
  const product = products.find((id) => id === name.replace(':', '_'));
  return product && { credits: creditsOf(product, day), product };
}
