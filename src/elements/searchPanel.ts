import type { Language } from '#domain/languages.ts';
import { recentOptions, removeButtons } from '#elements/recentOptions.ts';
import { describeSearch, optionsOf } from '#elements/searchTexts.ts';
import { translate } from '#i18n/browser.ts';
import { forgetAllSearches, forgetSearch } from '#stores/recentSearches.ts';
import { type Search, searchAgain } from '#stores/search.ts';

/** The panel below the field of the search: what was found, or recent searches. */
export class SearchPanel {
  readonly #box: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #language: Language;
  readonly #t: ReturnType<typeof translate>;
  #showsRecent = false;

  constructor(box: HTMLElement, input: HTMLInputElement, list: HTMLElement, language: Language) {
    this.#box = box;
    this.#input = input;
    this.#list = list;
    this.#language = language;
    this.#t = translate(JSON.parse(box.dataset['messages'] ?? '{}'), language);
    this.#onClick('.search-retry', searchAgain);
    this.#onClick('.search-clear', forgetAllSearches);
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
    this.#write('[role="status"]', heading);
    this.#write('.search-hint', hint);
    this.#hide('.search-retry', search.state !== 'failed');
    this.#hide('.search-clear', !isRecent);
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

  #write(selector: string, text: string): void {
    const place = this.#box.querySelector(selector);
    if (place && place.textContent !== text) place.textContent = text;
  }

  #hide(selector: string, isHidden: boolean): void {
    const place = this.#box.querySelector<HTMLElement>(selector);
    if (place) place.hidden = isHidden;
  }

  #onClick(selector: string, act: () => void): void {
    this.#box.querySelector(selector)?.addEventListener('click', () => {
      this.#input.focus();
      act();
    });
  }
}
