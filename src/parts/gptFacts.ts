import type { ShownGpt } from '#domain/gpts/shownGpt.ts';
import { authorPath } from '#domain/gpts/gptPaths.ts';
import { formatOf } from '#i18n/format.ts';
import type { Texts } from '#i18n/texts.ts';
import { fact, foreignFact } from '#parts/fact.ts';
import { type Figures, gptNumbers, hasFigures } from '#parts/gptNumbers.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** A GPT with its figures, the title of the model that answers, and its tags. */
export type GptOfPage = ShownGpt &
  Figures & {
    /** The title of the model that answers; `null` if none does. */
    model: string | null;
    /** The price of a question in money, in words, if known. */
    money?: string | null;
    tags: readonly { name: string; hasPages: boolean }[];
  };

/**
 * Returns the facts about a GPT: figures with their sources, and details. Unknown facts are left out.
 * Needs the texts `gpt.*`, `categories.*` and `ranking.row.estimated`.
 */
export function gptFacts(texts: Texts, gpt: GptOfPage, chart: Markup | null = null): Markup {
  const { t } = texts;
  return markup`
    <aside class="gpt-facts" aria-label="${t('gpt.details')}">
      ${(hasFigures(gpt) || chart) && numbersPart(texts, gpt, chart)}
      <section>
        <h2>${t('gpt.details')}</h2>
        <dl class="facts">${details(texts, gpt)}${originFacts(texts, gpt)}</dl>
      </section>
    </aside>`;
}

function numbersPart(texts: Texts, gpt: GptOfPage, chart: Markup | null): Markup {
  const { t } = texts;
  const { origin, chats, imported } = gpt;
  const isImported =
    origin !== null ||
    [chats.imported, imported.rating, imported.reviews].some((value) => value !== null);
  return markup`
    <section>
      <h2>${t('gpt.numbers')}</h2>
      ${gptNumbers(texts, gpt, chart)}
      ${isImported && markup`<p class="mt-3 text-14 text-faint">${t('gpt.importedNote')}</p>`}
    </section>`;
}

function details(texts: Texts, gpt: GptOfPage): Markup {
  const { language, t } = texts;
  const { author, builder, created, updated } = gpt;
  const { day } = formatOf(language);
  const href = author && authorPath(language, author);
  const isBoth = author !== null && author === builder;
  const authorLabel = t(isBoth ? 'gpt.authorBuilder' : 'gpt.author');
  return markup`
    ${author && foreignFact(authorLabel, markup`<a class="fact-link" href="${href}">${author}</a>`)}
    ${builder && !isBoth && foreignFact(t('gpt.builder'), builder)}
    ${gpt.model && fact(t('gpt.model'), gpt.model)}
    ${created && fact(t('gpt.created'), day(created))}
    ${updated && fact(t('gpt.updated'), day(updated))}`;
}

function originFacts({ t }: Texts, { origin }: GptOfPage): Markup | null {
  if (origin === null) return null;
  const { url, source, license } = origin;
  return markup`
    ${url && fact(t('gpt.original'), originalLink(url))}
    ${source && foreignFact(t('gpt.source'), source)}
    ${license && foreignFact(t('gpt.license'), license)}`;
}

/** Returns a link to the page that a GPT was imported from. `nofollow`, because this site does not recommend it. */
function originalLink(url: string): Markup {
  return markup`<a class="underline" href="${url}" rel="nofollow noopener">${new URL(url).hostname}</a>`;
}
