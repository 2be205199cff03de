import { findTypedTag, matchesTag } from '#domain/gpts/tagChoice.ts';

/**
 * The page of all tags. The box above the lists hides the tags that do not match, and groups without a shown tag. Enter
 * searches for the only tag that is left, or else for the typed one.
 */
class TagIndex extends HTMLElement {
  connectedCallback(): void {
    const box = this.querySelector('input');
    if (!box) return;
    const narrow = () => this.#narrow(box.value);
    box.addEventListener('input', narrow);
    box.form?.addEventListener('submit', () => this.#complete(box));
    // Typed before this code was loaded, or kept by the browser when the visitor came back.
    narrow();
  }

  /** Writes the listed tag that was meant into the box. */
  #complete(box: HTMLInputElement): void {
    const tags = [...this.querySelectorAll('section li bdi')].map(({ textContent }) => textContent);
    box.value = findTypedTag(tags, box.value) ?? box.value;
  }

  #narrow(typed: string): void {
    const groups = [...this.querySelectorAll('section')];
    for (const group of groups) {
      const items = [...group.querySelectorAll('li')];
      for (const item of items) {
        item.hidden = !matchesTag(item.querySelector('bdi')?.textContent ?? '', typed);
      }
      group.hidden = items.every(({ hidden }) => hidden);
    }
    const status = this.querySelector<HTMLElement>('[role="status"]');
    const isNone = groups.every(({ hidden }) => hidden);
    if (status) status.textContent = isNone ? (status.dataset['none'] ?? '') : '';
  }
}

customElements.define('tag-index', TagIndex);
