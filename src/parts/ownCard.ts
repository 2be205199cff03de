import type { Card } from '#domain/gpts/card.ts';
import { gptPath, openGptPath } from '#domain/gpts/gptPaths.ts';
import type { Texts } from '#i18n/texts.ts';
import { gptCard } from '#parts/gptCard.ts';
import { icon } from '#parts/icons.ts';
import { type Markup, markup } from '#parts/markup.ts';
import { saveButton } from '#parts/saveButton.ts';

/**
 * Returns the card of a GPT in the visitor's own lists: its name opens the chat in a new tab. Needs the texts of `gptCard`,
 * `saved.*` and `gpt.saving.*`.
 */
export function ownCard(texts: Texts, card: Card, showsAuthor: boolean): Markup {
  const [link, actions] = [newTabLink(texts, card), actionsOf(texts, card)];
  return gptCard(texts, card, { showsAuthor, canSave: false, link, actions });
}

function newTabLink({ t, language }: Texts, { id, name }: Card): Markup {
  return markup`
    <a href="${openGptPath(id, language)}" target="_blank" rel="noopener">
      <span>${name}</span>
      ${icon('external-link', 14, 'ms-1 inline text-faint')}
      <span class="sr-only"> (${t('saved.newTab')})</span>
    </a>`;
}

function actionsOf(texts: Texts, { id, name }: Card): Markup {
  const { t, language } = texts;
  return markup`
    <p class="card-acts">
      <a class="fact-link inline-flex min-h-10 items-center text-14 touch:min-h-11" href="${gptPath(language, id)}">
        <span>${t('saved.details')}</span>
        <span class="sr-only"> ${name}</span>
      </a>
      ${saveButton(texts, id, name)}
    </p>`;
}
