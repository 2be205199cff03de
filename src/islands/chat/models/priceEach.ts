import { isMediaKind } from '#domain/media/media.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns a price in words. `count`: credits. */
export function priceText(t: TranslateInBrowser, count: number): string {
  return count === 0 ? t('chat.priceFree') : t('chat.price', { count });
}

/** Returns the price of a question in words, or the price of a picture, a song or a video. `count`: credits. */
export function priceEach(t: TranslateInBrowser, count: number, kind = 'text'): string {
  if (count === 0) return t('chat.priceFree');
  return isMediaKind(kind)
    ? t(`chat.media.priceEach.${kind}`, { count })
    : t('chat.priceEach', { count });
}
