import { formatOf } from '#i18n/format.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Returns a rating from 1 to 5, with words for screen readers. Needs the texts `site.mark.*`. */
export function stars({ language, t }: Texts, value: number): Markup {
  const rating = formatOf(language).decimal(value);
  return markup`
    <span aria-hidden="true">★ ${rating}</span>
    <span class="sr-only">${t('site.mark.rating', { rating })}</span>`;
}
