import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { fill } from '#parts/fill.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Requested, searchFilters } from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { translate } from '#i18n/browser.ts';
import { resultsMessages } from '#i18n/resultsMessages.ts';
import { type Outcome, resultsParts, resultsTitle } from '#parts/resultsParts.ts';

/**
 * Returns the page of results filled with the outcome of a search, as the browser would fill the open page of the
 * release (`components/gpts/Results.astro`). Every text is escaped. Throws when the page has no main part.
 */
export function fillResultsPage(
  openPage: string,
  language: Language,
  requested: Requested,
  outcome: Outcome,
): string {
  const main = openPage.indexOf('<main');
  if (main === -1) throw new Error('The page of results has no main part');
  const t = translate(resultsMessages(language), language);
  const parts = {
    ...resultsParts({ language, t }, requested, outcome),
    query: { attributes: { value: requested.query } },
  };
  const head = openPage
    .slice(0, main)
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escapeHtml(resultsTitle(requested, t))}</title>`,
    );
  const filled = checkTag(
    selectOptions(fill(openPage.slice(main), parts), requested),
    requested.tag,
  );
  return withSearch(head, requested) + withSearch(filled, requested);
}

/** Makes the last language menu of this part of the page link to the same search. */
function withSearch(part: string, requested: Requested): string {
  const start = part.lastIndexOf('<language-menu');
  const menu = part.slice(start).replace(/ href="([^"]*)"/g, (href, path: string) => {
    const { language } = splitLanguage(path);
    const isResults = language !== undefined && searchPath(language) === path;
    return isResults ? ` href="${escapeHtml(searchPath(language, requested))}"` : href;
  });
  return start === -1 ? part : part.slice(0, start) + menu;
}

/** Selects the wanted options in the lists; adds an option that a list does not have. */
function selectOptions(html: string, requested: Requested): string {
  return html.replace(
    /(<select[^<>]* name="(\w+)"[^<>]*>)(.*?)<\/select>/gs,
    (whole, start: string, name: string, options: string) => {
      const filter = searchFilters.find((one) => one === name);
      const value = filter && requested[filter];
      return value ? `${start}${withSelected(options, value)}</select>` : whole;
    },
  );
}

function withSelected(options: string, value: string): string {
  let isOffered = false;
  const marked = options.replace(/<option value="([^"]*)"/g, (option, offered: string) => {
    if (decodeAttribute(offered) !== value) return option;
    isOffered = true;
    return `${option} selected`;
  });
  return isOffered ? marked : `${marked}<option selected>${escapeHtml(value)}</option>`;
}

/** Checks the chosen tag in its list; adds a tag that the list does not have. */
function checkTag(html: string, tag: string): string {
  if (tag === '') return html;
  let isOffered = false;
  const checked = html.replace(
    /(<input type="radio" name="tag" value="([^"]*)"[^<>]*?)( checked)?>/g,
    (_, input: string, offered: string) => {
      const isChosen = decodeAttribute(offered) === tag;
      isOffered ||= isChosen;
      return isChosen ? `${input} checked>` : `${input}>`;
    },
  );
  if (isOffered) return checked;
  const value = escapeHtml(tag);
  const added = `<label class="tag-choice"><input type="radio" name="tag" value="${value}" form="search-form" checked><bdi>${value}</bdi></label>`;
  return checked.replace('<div class="tag-list">', (list) => list + added);
}

/** Decodes the value of an attribute that Astro wrote. */
function decodeAttribute(attribute: string): string {
  return attribute.replace(/&(#38|amp|#34|quot);/g, (_, name: string) =>
    name === '#38' || name === 'amp' ? '&' : '"',
  );
}
