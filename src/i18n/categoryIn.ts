import { categoryWords } from '#domain/gpts.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the name of a category; of one without a name, its slug in words. Needs the texts `categories.*`. */
export function categoryIn(slug: string, t: TranslateInBrowser): string {
  const key = `categories.${slug}`;
  const name = t(key);
  return name === key ? categoryWords(slug) : name;
}
