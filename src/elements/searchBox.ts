import { isLanguage } from '#domain/languages/languages.ts';
import { keepQuery } from '#elements/keepQuery.ts';
import { SearchKeys } from '#elements/searchKeys.ts';
import { SearchPanel } from '#elements/searchPanel.ts';
import { type TranslateInBrowser, translate } from '#i18n/browser.ts';
import { loadTextFile } from '#stores/browser/textFile.ts';
import {
  $recentSearches,
  loadRecentSearches,
  rememberSearch,
} from '#stores/gpts/recentSearches.ts';
import { $search, endSearch, search } from '#stores/gpts/search.ts';

/**
 * Search while typing: a list of links below the field, or a sentence if there is nothing to list. While the field is
 * empty, the list has recent searches. Enter without a selected link submits the form, which leads to the page of
 * results.
 */
class SearchBox extends HTMLElement {
  readonly #language = isLanguage(this.dataset['language']) ? this.dataset['language'] : 'en';

  connectedCallback(): void {
    void this.#begin();
  }

  /** Loads the texts. Without them the form still leads to the page of results, and the next focus tries again. */
  async #begin(): Promise<void> {
    const messages = await loadTextFile(this.dataset['texts'] ?? '').catch(() => undefined);
    if (messages) this.#start(translate(messages, this.#language));
    else this.addEventListener('focusin', () => void this.#begin(), { once: true });
  }

  #start(t: TranslateInBrowser): void {
    const input = this.querySelector('input');
    const list = this.querySelector<HTMLElement>('[role="listbox"]');
    if (!input || !list) return;
    const keys = new SearchKeys(input, list);
    const panel = new SearchPanel(this, input, list, { language: this.#language, t });
    const show = () => {
      const recent = input.value.trim() === '' ? $recentSearches.get() : [];
      const isFilled = panel.show($search.get(), recent);
      keys.setOpen(isFilled && this.contains(document.activeElement));
    };
    const onFocus = () => {
      if (input.value.trim() === '') return loadRecentSearches();
      const isNew = input.value !== input.defaultValue && $search.get().state === 'idle';
      if (isNew) search(input.value, this.#language);
    };
    keys.attachTo(this);
    input.addEventListener('focus', onFocus);
    input.addEventListener('input', () => {
      search(input.value, this.#language);
      if (input.value !== '') return;
      keepQuery('');
      loadRecentSearches();
    });
    /** Stores the search when the visitor leaves for a result, for recent searches and for the way back. */
    const onLeave = (query: string) => {
      rememberSearch(query);
      keepQuery(input.value);
      keys.setOpen(false);
    };
    this.addEventListener('submit', () => {
      endSearch();
      onLeave(input.value);
    });
    list.addEventListener('click', ({ target }) => {
      const option = (target as Element).closest<HTMLElement>('[role="option"]');
      if (option) onLeave(option.dataset['query'] ?? input.value);
    });
    $search.subscribe(show);
    $recentSearches.listen(show);
    // The visitor may have focused the field, and typed, before this code was loaded.
    if (document.activeElement === input) onFocus();
  }
}

customElements.define('search-box', SearchBox);
