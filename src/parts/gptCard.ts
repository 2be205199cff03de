import type { Card } from '#domain/gpts/card.ts';
import type { Marker } from '#domain/texts/markedText.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { formatOf } from '#i18n/format.ts';
import { otherLanguage } from '#i18n/languageNames.ts';
import type { Texts } from '#i18n/texts.ts';
import { gptMark } from '#parts/gptMark.ts';
import { markedText, quotation, unmarked } from '#parts/markedText.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';
import { stars } from '#parts/rating.ts';
import { saveStar } from '#parts/saveButton.ts';

type CardOptions = {
  /** Whether the card names the author, in lists where authors differ. */
  showsAuthor: boolean;
  /** Whether the card names the category, except in lists of one category. */
  showsCategory?: boolean;
  /** The level of its heading. */
  level?: 2 | 3;
  /** Whether the card has the button that saves the GPT. */
  canSave?: boolean;
  /** Whether the card shows the question of an example. */
  showsQuestion?: boolean;
  /** In place of the link to the page of the GPT. */
  link?: Markup;
  /** Shown below the card. */
  actions?: Markup;
  /** Marks the words that match a search. */
  marker?: Marker;
};

/** Returns the card of a GPT, a list item. Needs the texts `site.mark.*` and `categories.*`. */
export function gptCard(
  texts: Texts,
  card: Card,
  {
    showsAuthor,
    showsCategory = true,
    level = 2,
    canSave = true,
    showsQuestion = false,
    marker = unmarked,
    link,
    actions,
  }: CardOptions,
): Markup {
  const { id, mark, name, author, description, marks, question } = card;
  const { lang, dir } = marks;
  const languageAttributes = attributes({ lang, dir });
  const href = gptPath(texts.language, id);
  return markup`
    <li class="card">
      ${gptMark(mark)}
      <div>
        <h${level}${languageAttributes}>${link ?? markup`<a href="${href}">${markedText(name, marker)}</a>`}</h${level}>
        ${showsAuthor && author && markup`<p class="card-by">${author}</p>`}
      </div>
      ${canSave && saveStar(texts, card)}
      ${description && markup`<p class="card-text"${languageAttributes}>${markedText(description, marker)}</p>`}
      ${showsQuestion && question && markup`<p class="card-question"${attributes(question.marks)}>${quotation(texts.language, question.text, { marker })}</p>`}
      <p class="card-end">${cardEnd(texts, card, showsCategory)}</p>
      ${actions}
    </li>`;
}

function cardEnd(
  texts: Texts,
  { marks, category, chats, rating }: Card,
  showsCategory: boolean,
): Markup {
  const { language, t } = texts;
  const other = otherLanguage(language, marks.lang);
  const amount = formatOf(language).short(chats);
  return markup`
    ${other && markup`<span class="card-language">${other}</span>`}
    ${showsCategory && category && markup`<span>${categoryIn(category, t)}</span>`}
    ${chats > 0 && markup`<span>${t('site.mark.chats', { count: chats, amount })}</span>`}
    ${rating !== null && stars(texts, rating)}`;
}
