import { isOfComposition } from '#domain/texts/composing.ts';
import { SearchList } from '#elements/searchList.ts';

/**
 * The keyboard of a combobox (ARIA Authoring Practices): arrow keys select an option, Enter opens it, Escape closes the
 * panel and keeps the text.
 */
export class SearchKeys {
  readonly #input: HTMLInputElement;
  readonly #list: SearchList;
  /** Whether Escape closed the panel. Results that arrive later do not open it again. */
  #isDismissed = false;

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input;
    this.#list = new SearchList(input, list);
  }

  attachTo(box: HTMLElement): void {
    const input = this.#input;
    input.addEventListener('keydown', (event) => this.#press(event));
    box.addEventListener('focusout', ({ relatedTarget }) => {
      if (!box.contains(relatedTarget as Node | null)) this.setOpen(false);
    });
    input.addEventListener('input', () => (this.#isDismissed = false));
    input.addEventListener('focus', () => {
      this.#isDismissed = false;
      this.setOpen(input.value.trim() !== '' && !this.#list.isEmpty);
    });
  }

  setOpen(isOpen: boolean): void {
    this.#list.setOpen(isOpen && !this.#isDismissed);
  }

  #press(event: KeyboardEvent): void {
    if (isOfComposition(event)) return;
    if (event.key === 'ArrowDown') this.#select(event, 1);
    else if (event.key === 'ArrowUp') this.#select(event, -1);
    else if (event.key === 'Escape' && this.#list.isOpen) this.#dismiss(event);
    else if (event.key === 'Enter' && this.#list.selected) {
      event.preventDefault();
      this.#list.selected.click();
    }
  }

  #select(event: KeyboardEvent, step: 1 | -1): void {
    if (this.#list.isEmpty) return;
    event.preventDefault();
    this.#isDismissed = false;
    this.setOpen(true);
    this.#list.select(step);
  }

  /** Closes the panel. The browser would also empty the field, which it does at the next Escape. */
  #dismiss(event: KeyboardEvent): void {
    event.preventDefault();
    this.setOpen(false);
    this.#isDismissed = true;
  }
}
