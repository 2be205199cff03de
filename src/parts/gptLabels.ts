import { capabilityGlyph } from '#domain/gpts/capabilityGlyph.ts';
import { authorPath, categoryPath, glyphPath, taggedPath } from '#domain/gpts/gptPaths.ts';
import type { ShownGpt } from '#domain/gpts/shownGpt.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { gptPrice } from '#domain/models/models.ts';
import { readablePath } from '#domain/site/readablePath.ts';
import { isolate } from '#domain/texts/text.ts';
import { capabilityIn } from '#i18n/capabilityIn.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { formatOf } from '#i18n/format.ts';
import { languageName, otherLanguage } from '#i18n/languageNames.ts';
import type { Texts } from '#i18n/texts.ts';
import type { GptOfPage } from '#parts/gptFacts.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/**
 * Returns the line below the name: author, model, day of the last change, language and price, where known. Readers of
 * other languages see that they can ask in their own. The price links to its rules.
 */
export function factsLine({ language, t }: Texts, gpt: GptOfPage): Markup {
  const { author, model, updated, marks, money } = gpt;
  const by = author && t('site.mark.by', { author: isolate(author) });
  const price = money
    ? t('gpt.priceMoney', { count: gptPrice, money })
    : t('gpt.price', { count: gptPrice });
  const texts = [
    by && author && markup`<a class="quiet-link" href="${authorPath(language, author)}">${by}</a>`,
    model,
    updated && t('gpt.line.updated', { day: formatOf(language).day(updated) }),
    marks.lang !== undefined && languageName(language, marks.lang),
    otherLanguage(language, marks.lang) !== null && t('gpt.line.anyLanguage'),
    markup`<a class="fact-link" href="${helpPath(language, 'what-credits-buy')}">${price}</a>`,
  ];
  const items = texts.filter(Boolean).map((text) => markup`<li>${text}</li>`);
  return markup`<ul class="gpt-line">${items}</ul>`;
}

/** Returns links to the categories of a GPT, and its capabilities, each with its glyph. */
export function gptLabels(texts: Texts, gpt: ShownGpt): Markup {
  const { t } = texts;
  const capabilities = gpt.capabilities.map((id) => {
    const href = glyphPath(capabilityGlyph(id));
    return markup`<li class="gpt-badge"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="${href}"></use></svg><span>${capabilityIn(id, t)}</span></li>`;
  });
  return markup`
    <div class="gpt-labels">
      ${gpt.categories.length > 0 && markup`<ul class="gpt-labels">${categoryItems(texts, gpt)}</ul>`}
      ${
        capabilities.length > 0 &&
        markup`
          <span class="sr-only">${t('gpt.capabilities')}</span>
          <ul class="gpt-labels">${capabilities}</ul>`
      }
    </div>`;
}

function categoryItems({ language, t }: Texts, { categories }: ShownGpt): Markup[] {
  return categories.map((slug) => {
    const href = categoryPath(language, slug);
    return markup`<li><a class="tag" href="${href}">${categoryIn(slug, t)}</a></li>`;
  });
}

/** Returns links to GPTs with the same tags. A tag without a page of its own leads to the search. */
export function tagLinks({ language, t }: Texts, { tags, marks }: GptOfPage): Markup | null {
  if (tags.length === 0) return null;
  const items = tags.map(({ name, hasPages }) => {
    const href = readablePath(taggedPath(language, name, hasPages));
    return markup`<li class="min-w-0"><a class="tag" href="${href}" dir="auto">${name}</a></li>`;
  });
  return markup`
    <div>
      <span class="sr-only">${t('gpt.tags')}</span>
      <ul class="gpt-labels"${attributes({ lang: marks.lang })}>${items}</ul>
    </div>`;
}
