import { isMediaKind } from '#domain/media/media.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the price of a question in words, or the price of a picture, a song or a video. `count`: credits. */
export function priceEach(t: TranslateInBrowser, count: number, kind = 'text'): string {
  if (count === 0) return t('chat.priceFree');
  return isMediaKind(kind)
    ? t(`chat.media.priceEach.${kind}`, { count })
    : t('chat.priceEach', { count });
}
