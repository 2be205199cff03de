import { fillMain } from '#parts/fill.ts';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import type { Language } from '#domain/languages/languages.ts';
import { translator } from '#i18n/translate.ts';

/** The outcome of a form that was sent without script. */
export type RedeemOutcome =
  | { state: 'success'; msg: string }
  | { state: 'failed'; msg: string; code: string }
  /** A visitor sent the code and must sign in first. */
  | { state: 'visitor'; code: string }
  /** The visitor has signed in and can send the code now. */
  | { state: 'back'; code: string };

/**
 * Returns the page for gift codes of the release, filled with the outcome as scripts would show it. Every text is
 * escaped.
 */
export function fillRedeemPage(
  openPage: string,
  outcome: RedeemOutcome,
  language: Language,
): string {
  const { title, text, links } = textsOf(outcome, language);
  const parts = {
    outcome: { attributes: { hidden: null } },
    'outcome-title': { text: title, attributes: { 'data-state': outcome.state } },
    'outcome-text': { text },
    ...Object.fromEntries(links.map((link) => [link, { attributes: { hidden: null } }])),
    ...formParts(outcome),
  };
  return fillMain(openPage, parts);
}

function textsOf(outcome: RedeemOutcome, language: Language) {
  const redeem = translator(language, 'redeem');
  const page = translator(language, 'redeemPage');
  switch (outcome.state) {
    case 'success':
      return { title: redeem('success'), text: outcome.msg, links: ['use-now', 'another'] };
    case 'failed':
      return { title: redeem('failed'), text: outcome.msg, links: ['again'] };
    case 'visitor':
      return { title: page('signInTitle'), text: page('signInText'), links: ['sign-in'] };
    case 'back':
      return { title: redeem('back'), text: '', links: [] };
  }
}

function formParts(outcome: RedeemOutcome) {
  if (outcome.state === 'success') return { form: { attributes: { hidden: '' } } };
  return { code: { attributes: { value: groupGiftCode(outcome.code) } } };
}
