import { isLanguage } from '#domain/languages.ts';
import { SearchKeys } from '#elements/searchKeys.ts';
import { describeSearch, optionsOf } from '#elements/searchTexts.ts';
import { translate } from '#i18n/browser.ts';
import { type Search, $search, endSearch, search, searchAgain } from '#stores/search.ts';

/**
 * Search as one types: a list of links below the field, a sentence where there is nothing to list. Enter without a
 * chosen one sends the form, which leads to the page of results.
 */
class SearchBox extends HTMLElement {
  readonly #language = isLanguage(this.dataset['language']) ? this.dataset['language'] : 'en';
  readonly #t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), this.#language);

  connectedCallback(): void {
    const input = this.querySelector('input');
    const list = this.querySelector<HTMLElement>('[role="listbox"]');
    if (!input || !list) return;
    const keys = new SearchKeys(input, list);
    keys.listenIn(this);
    input.addEventListener('input', () => search(input.value, this.#language));
    this.addEventListener('submit', () => endSearch());
    this.#retry?.addEventListener('click', () => {
      input.focus();
      searchAgain();
    });
    $search.subscribe((state) => {
      this.#show(state, list);
      keys.setOpen(state.state !== 'idle' && this.contains(document.activeElement));
    });
    // What was typed before this code came.
    if (input.value !== input.defaultValue) search(input.value, this.#language);
  }

  #show(state: Search, list: HTMLElement): void {
    const [heading, hint = ''] = describeSearch(state, this.#language, this.#t);
    this.#write('[role="status"]', heading);
    this.#write('.search-hint', hint);
    if (this.#retry) this.#retry.hidden = state.state !== 'failed';
    if (state.state === 'searching') return;
    const found = state.state === 'found' ? optionsOf(state, this.#language, this.#t) : [];
    list.replaceChildren(...found);
  }

  #write(selector: string, text: string): void {
    const place = this.querySelector(selector);
    if (place && place.textContent !== text) place.textContent = text;
  }

  get #retry(): HTMLButtonElement | null {
    return this.querySelector('.search-panel button');
  }
}

customElements.define('search-box', SearchBox);
