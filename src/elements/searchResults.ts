import { gptIdInLink, openGptLinkPath } from '#domain/gpts/gptLinks.ts';
import { isLanguage } from '#domain/languages/languages.ts';
import type { Requested } from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import { restorePages, rememberAddedPage, addedPages } from '#elements/restoreLoadMore.ts';
import { ResultsView } from '#elements/resultsView.ts';
import {
  changedFilters,
  fillForm,
  linkInPlace,
  readLinkRequest,
  readFormRequest,
} from '#elements/searchForm.ts';
import { $results, findMoreResults, findResults } from '#stores/gpts/results.ts';

/** The page of results: shows each search on the same page, and puts it into the address. */
class SearchResults extends HTMLElement {
  readonly #form = this.querySelector('form');
  readonly #language = isLanguage(this.dataset['language']) ? this.dataset['language'] : 'en';
  readonly #view = new ResultsView(this, this.#language);
  #shownQuery = location.search;

  connectedCallback(): void {
    const form = this.#form;
    if (!form) return;
    this.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#search(readFormRequest(form));
    });
    this.addEventListener('change', ({ target }) => {
      if ((target as Element).matches('select, [type="radio"]')) {
        this.#search(readFormRequest(form));
      }
    });
    this.addEventListener('click', (event) => this.#onClick(event));
    addEventListener('popstate', () => {
      if (location.search !== this.#shownQuery) this.#showAddress();
    });
    $results.listen((results) => this.#view.show(results));
    // The visitor may have changed a filter before this code was loaded.
    const changed = changedFilters(form);
    if (this.hasAttribute('data-at-once')) this.#showAddress();
    else if (changed) this.#search(changed);
    else void this.#restorePages();
  }

  #search(requested: Requested): void {
    const path = searchPath(this.#language, requested);
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
    this.#showAddress();
  }

  /** Shows the results for the address. */
  #showAddress(): void {
    const link = new URLSearchParams(location.search).get('query') ?? '';
    // A link to a GPT on another site is opened instead of being searched for.
    if (gptIdInLink(link) !== undefined) {
      return location.replace(openGptLinkPath(this.#language, link));
    }
    this.#shownQuery = location.search;
    const { requested, wrong } = readLinkRequest(location);
    if (this.#form) fillForm(this.#form, requested);
    if (wrong) this.#view.refuse(requested, wrong);
    else void findResults(requested, this.#language).then(() => this.#restorePages());
  }

  /** Adds the pages again that Load More had added when the visitor left this address. */
  async #restorePages(): Promise<void> {
    const list = this.#list;
    if (!list || addedPages() === 0) return;
    const shownQuery = this.#shownQuery;
    await restorePages(list, async () => {
      const link = this.querySelector<HTMLAnchorElement>('a[data-fill="next"]:not([hidden])');
      return link !== null && shownQuery === location.search && this.#addNext(link);
    });
  }

  async #addNext(link: HTMLAnchorElement): Promise<boolean> {
    await findMoreResults(readLinkRequest(link).requested, this.#language);
    const { state } = $results.get();
    return state === 'found';
  }

  async #addMore(link: HTMLAnchorElement): Promise<void> {
    const before = new Set(this.#cards);
    if (!(await this.#addNext(link)) || !this.#list) return;
    const added = this.#cards.find((card) => !before.has(card));
    added?.querySelector('a')?.focus();
    rememberAddedPage(this.#list);
  }

  get #list(): HTMLElement | null {
    return this.querySelector<HTMLElement>('#gpts');
  }

  get #cards(): Element[] {
    return [...(this.#list?.querySelectorAll('.card') ?? [])];
  }

  #onClick(event: MouseEvent): void {
    const link = linkInPlace(event);
    if (!link) return;
    if (link.dataset['fill'] === 'next') return void this.#addMore(link);
    this.#search(readLinkRequest(link).requested);
    // The clicked link is hidden now, so the focus needs another place.
    document.getElementById('content')?.focus();
  }
}

customElements.define('search-results', SearchResults);
