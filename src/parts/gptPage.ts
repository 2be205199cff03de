import type { Starter } from '#domain/gpts/shownGpt.ts';
import { readablePath } from '#domain/site/readablePath.ts';
import { clip } from '#domain/texts/text.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import type { Texts } from '#i18n/texts.ts';
import type { GptOfPage } from '#parts/gptFacts.ts';
import { gptExamples } from '#parts/gptExamples.ts';
import { gptInstructions } from '#parts/gptInstructions.ts';
import { factsLine, gptLabels, tagLinks } from '#parts/gptLabels.ts';
import { gptMark } from '#parts/gptMark.ts';
import { icon } from '#parts/icons.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/**
 * Returns the head of the page of a GPT: mark, name, a line of facts, and an optional note for visitors. Needs the texts
 * `gpt.*` and `site.mark.*`.
 */
export function gptHead(texts: Texts, gpt: GptOfPage, note: string | null = null): Markup {
  return markup`
    <header class="gpt-head">
      ${gptMark(gpt.mark, 'mark-large')}
      <h1 class="text-22 md:text-28"${languageAttributes(gpt)}>${gpt.name}</h1>
      <div class="gpt-lines">
        ${factsLine(texts, gpt)}
        ${note && markup`<p class="for-visitors text-14 text-faint">${note}</p>`}
      </div>
    </header>`;
}

/**
 * Returns the texts of the author in their language: description, tags, starters, welcome and instructions, and with the
 * tags its categories and capabilities. An optional note comes first. Needs the texts `gpt.*` and `categories.*`.
 */
export function gptContent(texts: Texts, gpt: GptOfPage, note: string | null = null): Markup {
  const { t } = texts;
  const { description, welcome } = gpt;
  return markup`
    <div class="gpt-content">
      ${note && markup`<p class="note max-w-text">${note}</p>`}
      ${description && markup`<p class="max-w-text text-18 whitespace-pre-line"${languageAttributes(gpt)}>${description}</p>`}
      <div class="gpt-tags">
        ${gptLabels(texts, gpt)}
        ${tagLinks(texts, gpt)}
      </div>
      ${gptExamples(texts, gpt)}
      ${gpt.starters.length > 0 && startersPart(texts, gpt)}
      ${
        welcome &&
        markup`
          <section>
            <h2>${t('gpt.welcome')}</h2>
            <blockquote class="max-w-text border-s-3 border-accent ps-4 whitespace-pre-line text-soft"${languageAttributes(gpt)}>${welcome}</blockquote>
          </section>`
      }
      ${gptInstructions(texts, gpt)}
    </div>`;
}

function startersPart(texts: Texts, gpt: GptOfPage): Markup {
  const { t } = texts;
  const items = gpt.starters.map(
    (starter) => markup`<li${languageAttributes(gpt)}>${starterPart(texts, gpt.id, starter)}</li>`,
  );
  return markup`
    <section>
      <h2>${t('gpt.starters')}</h2>
      <p class="sr-only">${t('gpt.starterHint')}</p>
      <ul class="grid gap-2 md:grid-cols-2">${items}</ul>
    </section>`;
}

/** Returns a link to the chat with this starter. A starter that is too long for a link can be unfolded instead. */
function starterPart({ language }: Texts, gpt: string, { text, isLong }: Starter): Markup {
  if (isLong) {
    return markup`
      <details class="starter block">
        <summary class="line-clamp-3 cursor-pointer">${clip(text, 200)}</summary>
        <p class="mt-2 whitespace-pre-line">${text}</p>
      </details>`;
  }
  const href = readablePath(chatPath(language, { group: 'g', gpt }, { text }));
  return markup`
    <a class="starter" href="${href}" rel="nofollow">
      <span class="line-clamp-4">${text}</span>
      ${icon('chevron-right', 18, 'flex-none text-faint rtl:rotate-180')}
    </a>`;
}

/** Returns the attributes for language and text direction of the author's texts. */
function languageAttributes({ marks: { lang, dir } }: GptOfPage): Markup {
  return attributes({ lang, dir });
}
