import type { TranslateInBrowser } from '#i18n/browser.ts';
import { priceText } from '#islands/chat/models/priceEach.ts';

/** Returns the label of a button with the price of what it asks, if that is known. `price`: credits. */
export function withPrice(t: TranslateInBrowser, label: string, price: number | undefined): string {
  return price === undefined ? label : `${label} · ${priceText(t, price)}`;
}
