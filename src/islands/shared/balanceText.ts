import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the balance in words, with the credits that running answers hold. */
export function balanceText(
  t: TranslateInBrowser,
  { credit, held }: { credit: number; held: number },
): string {
  const balance = t('chat.balance', { count: credit });
  // The bracket is never cut in the middle: it goes to the next line as a whole.
  return held > 0 ? `${balance} (${t('chat.held', { held }).replaceAll(' ', '\u00A0')})` : balance;
}
