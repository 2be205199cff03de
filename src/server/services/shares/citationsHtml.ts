import type { AnswerSearch, SearchSource } from '#contract/search/aiSearch.ts';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { sourceHref } from '#domain/search/sourceHref.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { type Markup, markup } from '#parts/markup.ts';
import { joinDate } from '#i18n/joinDate.ts';

type Texts = { language: Language; t: TranslateInBrowser };

/**
 * Returns a function that replaces `[1]` and `[?]` by HTML. `label`: the words for `[?]`. The ids of sources begin with
 * `prefix`.
 */
export function citationsToHtml(label: string, search: AnswerSearch, prefix: string) {
  const known = new Set(search.sources.map(({ number }) => number));
  const unsupported = `<strong class="citation-unsupported">${escapeHtml(label)}</strong>`;
  return (escaped: string): string =>
    escaped
      .replaceAll('[?]', unsupported)
      .replace(/ ?\[(\d{1,3})\]/g, (whole, digits: string) =>
        known.has(Number(digits))
          ? `<sup><a href="#${prefix}${digits}">${digits}</a></sup>`
          : whole,
      );
}

/** Returns the sources of an answer with their quotes as HTML. */
export function sourcesHtml(texts: Texts, search: AnswerSearch, prefix: string): Markup | null {
  if (search.sources.length === 0) return null;
  const { t } = texts;
  const scope = search.scope === 'own' ? ` (${t('chat.search.ofThisSite')})` : '';
  const items = search.sources.map((source) => sourceHtml(texts, source, prefix));
  return markup`
    <section class="shared-sources">
      <h3>${t('chat.search.sources')}${scope}</h3>
      <ol>${items}</ol>
    </section>`;
}

function sourceHtml(texts: Texts, source: SearchSource, prefix: string): Markup {
  const { number } = source;
  const quotes = source.quotes.map(
    ({ text }) => markup`<blockquote class="source-quote" dir="auto">${text}</blockquote>`,
  );
  return markup`
    <li id="${prefix}${number}" value="${number}">
      ${titleHtml(source)}
      <p class="shared-none">${factsOf(texts, source)}</p>
      ${quotes}
    </li>`;
}

function titleHtml(source: SearchSource): Markup {
  const href = sourceHref(source);
  const title = source.title.trim() === '' ? source.host : source.title;
  return href === undefined
    ? markup`<span dir="auto">${title}</span>`
    : markup`<a href="${href}" target="_blank" rel="noopener noreferrer nofollow" dir="auto">${title}</a>`;
}

function factsOf({ language, t }: Texts, { host, date, age }: SearchSource): string {
  const format = new Intl.DateTimeFormat(languageTags[language], {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const facts = [
    host,
    ...(date === null ? [] : [joinDate(format.format(new Date(date)))]),
    ...(age === 'recent' ? [] : [t(`chat.search.age.${age}`)]),
  ];
  return facts.join(' · ');
}
