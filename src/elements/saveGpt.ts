import { $savedGpts, ensureSavedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { $account } from '#stores/account/user.ts';

/**
 * The button that saves a GPT or removes it from the saved ones, and shows its state: on cards, including those added
 * later, and on the page of a GPT that has no page in the release. A visitor causes no request before the first click.
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
