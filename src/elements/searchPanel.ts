import { SearchHead } from '#elements/searchHead.ts';
import { describeSearch, optionsOf } from '#elements/searchTexts.ts';
import type { Texts } from '#i18n/texts.ts';
import { markup } from '#parts/markup.ts';
import { recentOptions, removeButtons } from '#parts/searchOptions.ts';
import { forgetSearch } from '#stores/gpts/recentSearches.ts';
import type { Search } from '#stores/gpts/search.ts';

/** The panel below the search field: results, or recent searches. */
export class SearchPanel {
  readonly #head: SearchHead;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #texts: Texts;
  #showsRecent = false;

  constructor(box: HTMLElement, input: HTMLInputElement, list: HTMLElement, texts: Texts) {
    this.#head = new SearchHead(box, input);
    this.#input = input;
    this.#list = list;
    this.#texts = texts;
    list.nextElementSibling?.addEventListener('click', ({ target }) => this.#remove(target));
    // Keeps the focus in the field, because the panel closes when the field loses it.
    list.closest('.search-panel')?.addEventListener('mousedown', (event) => {
      if ((event.target as Element).closest('a, button')) event.preventDefault();
    });
  }

  /** Shows the state of the search or, before one, recent searches. Returns whether there is anything to show. */
  show(search: Search, recent: readonly string[]): boolean {
    const isRecent = search.state === 'idle' && recent.length > 0;
    const [heading, hint = ''] = isRecent
      ? [this.#texts.t('home.search.recent')]
      : describeSearch(search, this.#texts.language, this.#texts.t);
    this.#head.show({ heading, hint, canRetry: search.state === 'failed', canClear: isRecent });
    // The previous results stay until the next ones arrive.
    if (search.state !== 'searching' || this.#showsRecent)
      this.#fill(search, isRecent ? recent : []);
    return search.state !== 'idle' || isRecent;
  }

  #fill(search: Search, recent: readonly string[]): void {
    const { language, t } = this.#texts;
    const found = search.state === 'found' ? optionsOf(search, language, t) : [];
    this.#list.innerHTML = markup`${found}${recentOptions(recent, language)}`.html;
    const buttons = this.#list.nextElementSibling;
    if (buttons) buttons.innerHTML = markup`${removeButtons(recent, this.#texts)}`.html;
    this.#showsRecent = recent.length > 0;
  }

  #remove(target: EventTarget | null): void {
    const query = (target as Element).closest('button')?.dataset['remove'];
    if (query === undefined) return;
    // The clicked button is removed, and the focus must stay in the panel.
    this.#input.focus();
    forgetSearch(query);
  }
}
