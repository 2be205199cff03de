import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the balance in words, with the credits that running answers hold. */
export function balanceText(
  t: TranslateInBrowser,
  { credit, held }: { credit: number; held: number },
): string {
  const balance = t('chat.balance', { count: credit });
  return held > 0 ? `${balance} (${t('chat.held', { held })})` : balance;
}
