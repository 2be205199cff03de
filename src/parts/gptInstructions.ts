import type { ShownGpt } from '#domain/gpts/shownGpt.ts';
import type { Texts } from '#i18n/texts.ts';
import { Markup, attributes, markup } from '#parts/markup.ts';

/**
 * Returns the instructions of a GPT, open to see. Long ones are clipped: `<details>` opens them without script. Needs the
 * texts `gpt.*`.
 */
export function gptInstructions({ t }: Texts, { instructions, marks }: ShownGpt): Markup {
  return markup`
    <section>
      <h2 id="instructions">${t('gpt.instructions')}</h2>
      ${
        instructions === null
          ? markup`<p class="max-w-text text-soft">${t('gpt.noInstructions')}</p>`
          : markup`
              <div class="written">
                ${instructions.isLong && showAll(t)}
                <div class="written-text"${attributes({ lang: marks.lang, dir: marks.dir })}>${new Markup(instructions.html)}</div>
              </div>`
      }
    </section>`;
}

/** Returns the toggle, which CSS places below the text. */
function showAll(t: Texts['t']): Markup {
  return markup`
    <details class="written-fold">
      <summary><span>${t('gpt.instructionsAll')}</span><span>${t('gpt.instructionsLess')}</span></summary>
    </details>`;
}
