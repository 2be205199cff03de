import { categoryWords } from '#domain/gpts/gpts.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the name of a category; without a translation, its slug in words. Needs the messages `categories.*`. */
export function categoryIn(slug: string, t: TranslateInBrowser): string {
  const key = `categories.${slug}`;
  const name = t(key);
  return name === key ? categoryWords(slug) : name;
}
