/**
 * The menu that shares the page of a GPT. It copies the link, and offers the apps of the device where the browser can.
 * If copying is not allowed, the address is shown instead, to be copied by hand.
 */
class ShareGpt extends HTMLElement {
  connectedCallback(): void {
    const app = this.querySelector<HTMLElement>('[data-share="app"]');
    if (app) app.hidden = !('share' in navigator);
    this.addEventListener('click', (event) => {
      const item = (event.target as Element).closest<HTMLElement>('[data-share]');
      if (!item) return;
      event.preventDefault();
      void (item === app ? this.#share() : this.#copy());
    });
  }

  get #url(): string {
    return this.querySelector<HTMLAnchorElement>('[data-share="copy"]')?.href ?? location.href;
  }

  async #copy(): Promise<void> {
    const status = this.querySelector<HTMLElement>('[role="status"]');
    if (!status) return;
    const url = this.#url;
    try {
      // Pages without HTTPS have no clipboard.
      await navigator.clipboard.writeText(url);
      status.textContent = status.dataset['copied'] ?? '';
    } catch {
      status.textContent = url;
    }
  }

  /** A visitor who closes the list of apps is no error. */
  async #share(): Promise<void> {
    await navigator.share({ title: document.title, url: this.#url }).catch(() => undefined);
  }
}

customElements.define('share-gpt', ShareGpt);
