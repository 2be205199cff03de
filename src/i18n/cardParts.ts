import type { Card } from '#domain/card.ts';
import type { Part, Parts } from '#domain/fill.ts';
import { categoryWords } from '#domain/gpts.ts';
import type { Language } from '#domain/languages.ts';
import { type Marker, markedHtml } from '#domain/markedText.ts';
import { gptPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';
import { otherLanguage } from '#i18n/languageNames.ts';
import { markParts } from '#i18n/markParts.ts';

/**
 * What goes into the card that `components/GptCard.astro` leaves open, as it fills the others while building. What
 * matches a search is marked; the author is shown where the cards of the list have different ones.
 */
export function cardParts(
  card: Card,
  language: Language,
  t: TranslateInBrowser,
  { marker, showsAuthor }: { marker: Marker; showsAuthor: boolean },
): Parts {
  const format = formatOf(language);
  const { lang, dir } = card.marks;
  const marks = { ...(lang === undefined ? {} : { lang }), dir };
  const rating = card.rating === null ? null : format.decimal(card.rating);
  return {
    ...markParts(card.mark),
    title: { attributes: marks },
    name: { html: markedHtml(card.name, marker), attributes: { href: gptPath(language, card.id) } },
    author: orNothing(showsAuthor && card.author),
    save: { attributes: { 'data-gpt': card.id } },
    saveButton: { attributes: { 'aria-label': t('site.mark.save', { name: card.name }) } },
    description: orNothing(card.description) && {
      html: markedHtml(card.description, marker),
      attributes: marks,
    },
    language: orNothing(otherLanguage(language, lang)),
    category: orNothing(card.category && categoryIn(card.category, t)),
    chats: orNothing(
      card.chats > 0 &&
        t('site.mark.chats', { count: card.chats, amount: format.short(card.chats) }),
    ),
    stars: orNothing(rating && `★ ${rating}`),
    rating: orNothing(rating && t('site.mark.rating', { rating })),
  };
}

/** A category’s name, as `i18n/categories.ts` has it while building. Needs the texts `categories.*`. */
export function categoryIn(slug: string, t: TranslateInBrowser): string {
  const key = `categories.${slug}`;
  const name = t(key);
  return name === key ? categoryWords(slug) : name;
}

function orNothing(text: string | null | false): Part | null {
  return text ? { text } : null;
}
