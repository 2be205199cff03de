import { forgetAllSearches } from '#stores/gpts/recentSearches.ts';
import { searchAgain } from '#stores/gpts/search.ts';

type HeadState = { heading: string; hint: string; canRetry: boolean; canClear: boolean };

/** The head of the search panel: the state of the search in words, and the buttons “try again” and “clear”. */
export class SearchHead {
  readonly #box: HTMLElement;
  readonly #input: HTMLInputElement;

  constructor(box: HTMLElement, input: HTMLInputElement) {
    this.#box = box;
    this.#input = input;
    this.#onClick('.search-retry', searchAgain);
    this.#onClick('.search-clear', forgetAllSearches);
  }

  show({ heading, hint, canRetry, canClear }: HeadState): void {
    this.#setText('[role="status"]', heading);
    this.#setText('.search-hint', hint);
    this.#setHidden('.search-retry', !canRetry);
    this.#setHidden('.search-clear', !canClear);
  }

  #setText(selector: string, text: string): void {
    const element = this.#box.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }

  #setHidden(selector: string, isHidden: boolean): void {
    const element = this.#box.querySelector<HTMLElement>(selector);
    if (element) element.hidden = isHidden;
  }

  #onClick(selector: string, act: () => void): void {
    this.#box.querySelector(selector)?.addEventListener('click', () => {
      this.#input.focus();
      act();
    });
  }
}
