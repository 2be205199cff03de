import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf, frameWithHeading } from '#catalog/site/frame.ts';
import { cancellationPath } from '#domain/orders/cancellation.ts';
import { redeemPath } from '#domain/product/giftCodes.ts';
import { ordersPath, payShellPath } from '#domain/orders/orderPaths.ts';
import { gptLinkPath } from '#domain/gpts/gptLinks.ts';
import { languages } from '#domain/languages/languages.ts';
import { hasWithdrawal, needsCancelButton } from '#domain/orders/sellerLaw.ts';
import { savedPath } from '#domain/gpts/gptPaths.ts';
import { withdrawPath } from '#domain/orders/withdrawals.ts';

/** The view of a page with a form, or with lists that the browser loads. It needs no other data. */
export type FormView = { frame: Frame };

/** Returns the page for gift codes in every language. */
export function redeemPages(context: BuildContext): FormView[] {
  return languages.map((language) => ({
    frame: frameWithHeading(context, language, redeemPath(language), 'redeemPage'),
  }));
}

/** Returns the page for URLs of GPTs at ChatGPT in every language. */
export function gptLinkPages(context: BuildContext): FormView[] {
  return languages.map((language) => ({
    frame: frameWithHeading(context, language, gptLinkPath(language), 'gptLink'),
  }));
}

/** Returns the form for withdrawals in every language; nothing if the seller's country has no right of withdrawal. */
export function withdrawPages(context: BuildContext): FormView[] {
  if (!hasWithdrawal(context.operator.sellerCountry)) return [];
  return languages.map((language) => ({
    frame: frameWithHeading(context, language, withdrawPath(language), 'withdraw'),
  }));
}

/** Returns the page of the cancel button in every language; nothing if the seller's country does not require it. */
export function cancellationPages(context: BuildContext): FormView[] {
  if (!needsCancelButton(context.operator.sellerCountry)) return [];
  return languages.map((language) => ({
    frame: frameWithHeading(context, language, cancellationPath(language), 'cancellation'),
  }));
}

/** Returns the page of orders and receipts in every language. It also serves every path below it. */
export function ordersPages(context: BuildContext): FormView[] {
  return languages.map((language) => ({ frame: frameOf(context, language, ordersPath(language)) }));
}

/** Returns the page of payment in every language. It also serves every path below it. */
export function payPages(context: BuildContext): FormView[] {
  return languages.map((language) => ({
    frame: frameOf(context, language, payShellPath(language)),
  }));
}

/** Returns the page of saved and recent GPTs in every language. The browser loads the lists from the API. */
export function savedPages(context: BuildContext): FormView[] {
  return languages.map((language) => ({ frame: frameOf(context, language, savedPath(language)) }));
}
