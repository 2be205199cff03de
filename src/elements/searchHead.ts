import { forgetAllSearches } from '#stores/gpts/recentSearches.ts';
import { searchAgain } from '#stores/gpts/search.ts';

type Shown = { heading: string; hint: string; canRetry: boolean; canClear: boolean };

/** The head of the search's list: its state in words, and the buttons that try again or clear. */
export class SearchHead {
  readonly #box: HTMLElement;
  readonly #input: HTMLInputElement;

  constructor(box: HTMLElement, input: HTMLInputElement) {
    this.#box = box;
    this.#input = input;
    this.#onClick('.search-retry', searchAgain);
    this.#onClick('.search-clear', forgetAllSearches);
  }

  show({ heading, hint, canRetry, canClear }: Shown): void {
    this.#write('[role="status"]', heading);
    this.#write('.search-hint', hint);
    this.#hide('.search-retry', !canRetry);
    this.#hide('.search-clear', !canClear);
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
