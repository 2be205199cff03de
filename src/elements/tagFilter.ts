import { findTypedTag, matchesTag } from '#domain/gpts/tagChoice.ts';
import { isOfComposition } from '#domain/texts/composing.ts';

/**
 * The list of tags of the page of results. The box above it hides the tags that do not match. Enter chooses the only tag
 * that is left, or else the typed one even if it is not listed, because the list has only the most used ones; in the list
 * it chooses the focused one. Arrow keys and clicks choose others.
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
      if (isOfComposition(event)) return;
      const isInBox = event.target === box;
      if (event.key === 'ArrowDown' && isInBox) this.#focusFirst(event, menu);
      if (event.key === 'Enter') this.#take(event, menu, box);
    });
    // Arrow keys choose without a click on a text, and keep the list open.
    menu.addEventListener('click', ({ target }) => {
      if ((target as Element).closest('label :not(input)')) menu.hidePopover();
    });
    begin();
    // Typed before this code was loaded.
    this.#narrow(box.value);
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

  #focusFirst(event: KeyboardEvent, menu: HTMLElement): void {
    event.preventDefault();
    menu.querySelector<HTMLElement>('label:not([hidden]) input')?.focus();
  }

  /** Chooses the focused tag, or the typed one. */
  #take(event: KeyboardEvent, menu: HTMLElement, box: HTMLInputElement): void {
    event.preventDefault();
    if (event.target !== box && event.target instanceof HTMLInputElement) {
      this.#choose(box, event.target);
    } else if (event.target === box && box.value.trim() !== '') {
      this.#choose(box, this.#typed(menu, box.value));
    }
    menu.hidePopover();
  }

  /** Returns the choice with the typed tag, or a new one. */
  #typed(menu: HTMLElement, typed: string): HTMLInputElement | null {
    const labels = [...menu.querySelectorAll('label')];
    const tag = findTypedTag(labels.map(tagIn), typed);
    const listed = tag === undefined ? undefined : labels.find((label) => tagIn(label) === tag);
    return listed?.querySelector('input') ?? addTag(menu, typed.trim());
  }

  #choose(box: HTMLInputElement, choice: HTMLInputElement | null): void {
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
