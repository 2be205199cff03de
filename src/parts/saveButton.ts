import type { Texts } from '#i18n/texts.ts';
import { icon } from '#parts/icons.ts';
import { type Markup, markup } from '#parts/markup.ts';

type SavableGpt = { id: string; name: string };

/** Returns the star that saves a GPT, for the corner of a card. Needs the texts `site.mark.*`. */
export function saveStar({ t }: Texts, { id, name }: SavableGpt): Markup {
  return markup`
    <save-gpt class="needs-script" data-needs="save-gpt" data-gpt="${id}">
      <button type="button" class="save icon-button" aria-pressed="false" aria-label="${t('site.mark.save', { name })}">
        ${icon('star', 18)}
      </button>
    </save-gpt>`;
}

/**
 * Returns the button with words that saves a GPT. Screen readers read `name`, for pages with several such buttons. Needs
 * the texts `gpt.saving.*`.
 */
export function saveButton({ t }: Texts, id: string, name?: string): Markup {
  return markup`
    <save-gpt data-gpt="${id}">
      <button type="button" class="save button button-quiet" aria-pressed="false">
        ${icon('star', 18)}
        <span class="save-label"><span>${t('gpt.saving.save')}</span><span>${t('gpt.saving.saved')}</span></span>
        ${name !== undefined && markup`<span class="sr-only">${name}</span>`}
      </button>
    </save-gpt>`;
}
