import { escapeHtml, fill } from '#domain/fill.ts';
import type { Language } from '#domain/languages.ts';
import { type Wanted, searchFilters } from '#domain/search.ts';
import { searchPath, splitLanguage } from '#domain/urls.ts';
import { translate } from '#i18n/browser.ts';
import { resultsMessages } from '#i18n/resultsMessages.ts';
import { type Outcome, resultsParts, resultsTitle } from '#i18n/resultsParts.ts';

/**
 * The page of results with what was searched for, from the open page of the release (`components/Results.astro`), as
 * the browser would fill it. Every text is escaped. Throws when the page has no open card.
 */
export function fillResultsPage(
  openPage: string,
  language: Language,
  wanted: Wanted,
  outcome: Outcome,
): string {
  const [before, card, after] = splitAtCard(openPage);
  const t = translate(resultsMessages(language), language);
  const parts = {
    ...resultsParts({ language, t, card }, wanted, outcome),
    query: { attributes: { value: wanted.query } },
  };
  const head = fill(before, parts).replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${escapeHtml(resultsTitle(wanted, t))}</title>`,
  );
  return withSearch(head, wanted) + card + choose(fill(after, parts), wanted);
}

/** The card stays open: the browser fills it again. */
function splitAtCard(openPage: string): [before: string, card: string, after: string] {
  const start = /<template data-card[^>]*>/.exec(openPage);
  const from = start ? start.index + start[0].length : -1;
  const to = openPage.indexOf('</template>', from);
  if (from === -1 || to === -1) throw new Error('The page of results has no open card');
  return [openPage.slice(0, from), openPage.slice(from, to), openPage.slice(to)];
}

/** The links to other languages lead to the same search. */
function withSearch(html: string, wanted: Wanted): string {
  return html.replace(/<a [^<>]*hreflang=[^<>]*>/g, (link) =>
    link.replace(/ href="([^"]*)"/, (href, path: string) => {
      const { language } = splitLanguage(path);
      return language ? ` href="${escapeHtml(searchPath(language, wanted))}"` : href;
    }),
  );
}

/** Chooses what is wanted in the lists; what a list does not offer is added to it. */
function choose(html: string, wanted: Wanted): string {
  return html.replace(
    /(<select[^<>]* name="(\w+)"[^<>]*>)(.*?)<\/select>/gs,
    (whole, start: string, name: string, options: string) => {
      const filter = searchFilters.find((one) => one === name);
      const value = filter && wanted[filter];
      return value ? `${start}${chosen(options, value)}</select>` : whole;
    },
  );
}

function chosen(options: string, value: string): string {
  let isOffered = false;
  const marked = options.replace(/<option value="([^"]*)"/g, (option, offered: string) => {
    if (plain(offered) !== value) return option;
    isOffered = true;
    return `${option} selected`;
  });
  return isOffered ? marked : `${marked}<option selected>${escapeHtml(value)}</option>`;
}

/** The value of an attribute as Astro writes it. */
function plain(attribute: string): string {
  return attribute.replace(/&(#38|amp|#34|quot);/g, (_, name: string) =>
    name === '#38' || name === 'amp' ? '&' : '"',
  );
}
