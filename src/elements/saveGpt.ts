import { $savedGpts, ensureSavedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { $account } from '#stores/account/user.ts';

/**
 * The button that saves a GPT or forgets it, and shows which of both it did: on cards, also those that are added later,
 * and on the page of a GPT that the release does not have. A visitor causes no request before a click.
 */
class SaveGpt extends HTMLElement {
  #unsubscribe: (() => void) | undefined;

  constructor() {
    super();
    this.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('button')) void toggleSaved(this.#id);
    });
  }

  connectedCallback(): void {
    const button = this.querySelector('button');
    this.#unsubscribe = $savedGpts.subscribe((ids) => {
      button?.setAttribute('aria-pressed', String(ids?.includes(this.#id) === true));
    });
    if ($account.get()) void ensureSavedGpts();
  }

  disconnectedCallback(): void {
    this.#unsubscribe?.();
  }

  get #id(): string {
    return this.dataset['gpt'] ?? '';
  }
}

customElements.define('save-gpt', SaveGpt);

document.addEventListener('wake:save-gpt', () => {
  if (document.querySelector('save-gpt')) void ensureSavedGpts();
});
