import type { Texts } from '#i18n/texts.ts';
import { icon } from '#parts/icons.ts';
import { type Markup, markup } from '#parts/markup.ts';

/**
 * Returns the button Save or Saved on the page of a GPT (`elements/saveGpt.ts`). Needs the texts `gpt.saving.*`.
 */
export function saveButton({ t }: Texts, id: string): Markup {
  return markup`
    <save-gpt class="needs-script" data-needs="save-gpt" data-gpt="${id}">
      <button type="button" class="save button button-quiet" aria-pressed="false">
        ${icon('star', 18)}
        <span class="save-label"><span>${t('gpt.saving.save')}</span><span>${t('gpt.saving.saved')}</span></span>
      </button>
    </save-gpt>`;
}
