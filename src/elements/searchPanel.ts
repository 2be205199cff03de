import type { Language } from '#domain/languages.ts';
import { recentOptions, removeButtons } from '#elements/recentOptions.ts';
import { SearchHead } from '#elements/searchHead.ts';
import { describeSearch, optionsOf } from '#elements/searchTexts.ts';
import { translate } from '#i18n/browser.ts';
import { forgetSearch } from '#stores/gpts/recentSearches.ts';
import type { Search } from '#stores/gpts/search.ts';

/** The panel below the field of the search: what was found, or recent searches. */
export class SearchPanel {
  readonly #head: SearchHead;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #language: Language;
  readonly #t: ReturnType<typeof translate>;
  #showsRecent = false;

  constructor(box: HTMLElement, input: HTMLInputElement, list: HTMLElement, language: Language) {
    this.#head = new SearchHead(box, input);
    this.#input = input;
    this.#list = list;
    this.#language = language;
    this.#t = translate(JSON.parse(box.dataset['messages'] ?? '{}'), language);
    // The field keeps the focus, also where a browser does not focus what is clicked: without it the panel would close.
    list.closest('.search-panel')?.addEventListener('mousedown', (event) => {
      if ((event.target as Element).closest('a, button')) event.preventDefault();
    });
  }

  /** Shows the state of the search or, while there is none, recent searches. Returns whether there is anything to show. */
  show(search: Search, recent: readonly string[]): boolean {
    const isRecent = search.state === 'idle' && recent.length > 0;
    const [heading, hint = ''] = isRecent
      ? [this.#t('home.search.recent')]
      : describeSearch(search, this.#language, this.#t);
    this.#head.show({ heading, hint, canRetry: search.state === 'failed', canClear: isRecent });
    // The last results stay until other ones come.
    if (search.state !== 'searching' || this.#showsRecent)
      this.#fill(search, isRecent ? recent : []);
    return search.state !== 'idle' || isRecent;
  }

  #fill(search: Search, recent: readonly string[]): void {
    const found = search.state === 'found' ? optionsOf(search, this.#language, this.#t) : [];
    const remove = (query: string) => {
      // The clicked button goes, and the focus must not go with it.
      this.#input.focus();
      forgetSearch(query);
    };
    this.#list.replaceChildren(...found, ...recentOptions(recent, this.#language));
    this.#list.nextElementSibling?.replaceChildren(...removeButtons(recent, this.#t, remove));
    this.#showsRecent = recent.length > 0;
  }
}
