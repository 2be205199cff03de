import { isOfComposition } from '#domain/texts/composing.ts';
import { foldText } from '#domain/texts/foldText.ts';

/**
 * The list of tags of the page of results. The box above it hides the tags that do not match; Enter chooses the first of
 * the others or, if there is none, the typed tag itself, because the list has only the most used ones.
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
    const folded = foldText(typed.trim());
    const labels = [...this.querySelectorAll('label')];
    for (const label of labels) {
      const isTag = (label.control as HTMLInputElement | null)?.value !== '';
      const matches = isTag && foldText(label.textContent ?? '').includes(folded);
      label.hidden = folded !== '' && !matches;
    }
    const status = this.querySelector<HTMLElement>('[role="status"]');
    const isNone = labels.every(({ hidden }) => hidden);
    if (status) status.textContent = isNone ? (status.dataset['none'] ?? '') : '';
  }

  #choose(menu: HTMLElement, box: HTMLInputElement): void {
    const first = menu.querySelector<HTMLInputElement>('label:not([hidden]) input');
    const choice = first ?? addTag(menu, box.value.trim());
    box.value = '';
    this.#narrow('');
    if (!choice) return;
    choice.checked = true;
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

customElements.define('tag-filter', TagFilter);

/** Adds a tag to the choices after “all tags”, and returns its radio button. */
export function addTag(menu: HTMLElement, tag: string): HTMLInputElement | null {
  const first = menu.querySelector('label');
  const label = first?.cloneNode(true) as HTMLLabelElement | undefined;
  const input = label?.querySelector('input');
  const name = label?.querySelector('span');
  if (!first || !label || !input || !name) return null;
  input.value = tag;
  name.textContent = tag;
  label.hidden = false;
  first.after(label);
  return input;
}
