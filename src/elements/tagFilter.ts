import { findTypedTag, matchesTag } from '#domain/gpts/tagChoice.ts';
import { isOfComposition } from '#domain/texts/composing.ts';

/**
 * The list of tags of the page of results. The box above it hides the tags that do not match. Enter chooses the typed
 * tag even if it is not listed, because the list has only the most used ones. Arrow keys and clicks choose others.
 */
class TagFilter extends HTMLElement {
  connectedCallback(): void {
    const menu = this.querySelector<HTMLElement>('[popover]');
    const box = this.querySelector<HTMLInputElement>('[type="search"]');
    if (!menu || !box) return;
    const begin = () => {
      // On phones the keyboard would cover the list.
      if (menu.matches(':popover-open') && matchMedia('(hover: hover)').matches) box.focus();
    };
    box.addEventListener('input', () => this.#narrow(box.value));
    menu.addEventListener('toggle', begin);
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || isOfComposition(event)) return;
      event.preventDefault();
      if (event.target === box && box.value.trim() !== '') this.#choose(menu, box);
      menu.hidePopover();
    });
    // Arrow keys choose without a click on a text, and keep the list open.
    menu.addEventListener('click', ({ target }) => {
      if ((target as Element).closest('label :not(input)')) menu.hidePopover();
    });
    begin();
  }

  #narrow(typed: string): void {
    const labels = [...this.querySelectorAll('label')];
    for (const label of labels) {
      const tag = tagIn(label);
      label.hidden = typed.trim() !== '' && (tag === '' || !matchesTag(tag, typed));
    }
    const status = this.querySelector<HTMLElement>('[role="status"]');
    const isNone = labels.every(({ hidden }) => hidden);
    if (status) status.textContent = isNone ? (status.dataset['none'] ?? '') : '';
  }

  #choose(menu: HTMLElement, box: HTMLInputElement): void {
    const labels = [...menu.querySelectorAll('label')];
    const listed = labels[findTypedTag(labels.map(tagIn), box.value)];
    const choice = listed?.querySelector('input') ?? addTag(menu, box.value.trim());
    box.value = '';
    this.#narrow('');
    if (!choice) return;
    choice.checked = true;
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

customElements.define('tag-filter', TagFilter);

/** Returns the tag of a choice without its number; empty for “all tags”. */
function tagIn(label: HTMLLabelElement): string {
  return label.querySelector('bdi')?.textContent ?? '';
}

/** Adds a tag to the choices after “all tags”, and returns its radio button. */
export function addTag(menu: HTMLElement, tag: string): HTMLInputElement | null {
  const first = menu.querySelector('label');
  const label = first?.cloneNode(true) as HTMLLabelElement | undefined;
  const input = label?.querySelector('input');
  const name = label?.querySelector('span');
  if (!first || !label || !input || !name) return null;
  input.value = tag;
  const isolated = document.createElement('bdi');
  isolated.textContent = tag;
  name.replaceWith(isolated);
  label.hidden = false;
  first.after(label);
  return input;
}
