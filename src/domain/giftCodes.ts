import type { Language } from '#domain/languages.ts';
import { isPlan } from '#domain/planTerms.ts';
import { type Product, creditsOf, products } from '#domain/plans.ts';

/** The characters of gift codes: without those that are easily mistaken for another one. */
export const giftCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ';

/** The letters and digits that no code contains: 0 and O, 1, I and L, U and V. */
export const lookAlikes = '0O1ILUV';

export const giftCodeLength = 16;

/** The longest input of a field for codes: a code with spaces and dashes around its groups. */
export const giftCodeMaxTyped = 100;

/** The page for gift codes. */
export function redeemPath(language: Language): string {
  return `/${language}/redeem`;
}

/** Where a browser without script sends its code: it stands in the body, never in the address. */
export const unscriptedRedeemPath = '/api/product/code/form';

/** How long a browser keeps the code of a visitor who signs in first. */
export const typedCodeMinutes = 15;

/** Of an operator’s note on the codes that were issued together. */
export const giftNoteMaxCharacters = 200;

/** Returns a code as it was issued: letters of full width made plain, in capitals, without spaces, dashes and the like. */
export function plainGiftCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
}

/** Returns a code in groups of four: `ABCD-EFGH-JKMN-PQRS`. */
export function groupGiftCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/** Returns the typed letters and digits that no code contains, each once, in their order. */
export function lookAlikesIn(typed: string): string[] {
  return [...new Set(plainGiftCode(typed))].filter((character) => lookAlikes.includes(character));
}

/** The grant of a code: credits that stay, those of a pack, or those of each week or month of a plan. */
export type CodeGrant = { credits: number; product: Product | null };

/** The names of what codes give. Beside them there is any number of credits: `credits:200`. */
export const grantNames: readonly string[] = products.map((product) =>
  grantName({ credits: 0, product }),
);

/** Returns the name by which operators know what a code gives: `credits:200`, `pro:month`, `credit_500`. */
export function grantName({ credits, product }: CodeGrant): string {
  if (product === null) return `credits:${credits}`;
  return isPlan(product) ? product.replace('_', ':') : product;
}

/** Returns what a name stands for, also when the other sign stands in its middle; `undefined` for an unknown one. */
export function grantNamed(name: string): CodeGrant | undefined {
  const [, digits] = /^credits[:_]([1-9]\d{0,8})$/.exec(name) ?? [];
  if (digits !== undefined) return { credits: Number(digits), product: null };
  const product = products.find((id) => id === name.replace(':', '_'));
  return product && { credits: creditsOf(product), product };
}
