import type { ShownGpt, Starter } from '#domain/gpts/shownGpt.ts';
import { clip, isolate } from '#domain/texts/text.ts';
import { authorPath, categoryPath } from '#domain/gpts/gptPaths.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import type { Texts } from '#i18n/texts.ts';
import { gptExamples } from '#parts/gptExamples.ts';
import { gptMark } from '#parts/gptMark.ts';
import { icon } from '#parts/icons.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/**
 * Returns the head of the page of a GPT: mark, name, author and categories. Needs the texts `site.mark.*` and
 * `categories.*`.
 */
export function gptHead({ language, t }: Texts, gpt: ShownGpt): Markup {
  const { name, author, categories } = gpt;
  const by = author && t('site.mark.by', { author: isolate(author) });
  const links = categories.map((slug) => {
    const href = categoryPath(language, slug);
    return markup`<li><a class="tag" href="${href}">${categoryIn(slug, t)}</a></li>`;
  });
  return markup`
    <header class="flex items-start gap-4 pt-6 md:gap-5 md:pt-10">
      ${gptMark(gpt.mark, 'mark-large')}
      <div class="min-w-0 flex-1">
        <h1 class="text-22 md:text-28"${languageAttributes(gpt)}>${name}</h1>
        ${author && markup`<p class="text-soft"><a class="quiet-link" href="${authorPath(language, author)}">${by}</a></p>`}
        ${links.length > 0 && markup`<ul class="mt-2 flex flex-wrap gap-2">${links}</ul>`}
      </div>
    </header>`;
}

/**
 * Returns the texts of the author in their language: description, starters, welcome and instructions. An optional note
 * comes first. Needs the texts `gpt.*`.
 */
export function gptContent(texts: Texts, gpt: ShownGpt, note: string | null = null): Markup {
  const { t } = texts;
  const { description, welcome } = gpt;
  return markup`
    <div class="gpt-content">
      ${note && markup`<p class="note max-w-text">${note}</p>`}
      ${description && markup`<p class="max-w-text text-18 whitespace-pre-line"${languageAttributes(gpt)}>${description}</p>`}
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
      <section>
        <h2>${t('gpt.instructions')}</h2>
        ${instructionsPart(texts, gpt)}
      </section>
    </div>`;
}

function startersPart(texts: Texts, gpt: ShownGpt): Markup {
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
  return markup`
    <a class="starter" href="${chatPath(language, { group: 'g', gpt }, { text })}" rel="nofollow">
      <span class="line-clamp-4">${text}</span>
      ${icon('chevron-right', 18, 'flex-none text-faint rtl:rotate-180')}
    </a>`;
}

function instructionsPart({ t }: Texts, gpt: ShownGpt): Markup {
  const { instructions } = gpt;
  if (instructions === null) {
    return markup`<p class="max-w-text text-soft">${t('gpt.noInstructions')}</p>`;
  }
  return markup`
    <details class="fold">
      <summary>${t('gpt.instructionsShow')}</summary>
      <div class="max-w-text pt-3 whitespace-pre-wrap text-soft"${languageAttributes(gpt)}>${instructions}</div>
    </details>`;
}

/** Returns the attributes for language and text direction of the author's texts. */
function languageAttributes({ marks: { lang, dir } }: ShownGpt): Markup {
  return attributes({ lang, dir });
}
