import { SearchList } from '#elements/searchList.ts';

/**
 * The keyboard of a combobox (ARIA practices): arrows choose an option, Enter opens it, Escape closes the panel and keeps
 * the text.
 */
export class SearchKeys {
  readonly #input: HTMLInputElement;
  readonly #list: SearchList;
  /** Whether Escape closed the panel, so that results which come later do not open it. */
  #isDismissed = false;

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input;
    this.#list = new SearchList(input, list);
  }

  listenIn(box: HTMLElement): void {
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

  setOpen(wanted: boolean): void {
    this.#list.setOpen(wanted && !this.#isDismissed);
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') this.#choose(event, 1);
    else if (event.key === 'ArrowUp') this.#choose(event, -1);
    else if (event.key === 'Escape' && this.#list.isOpen) this.#dismiss(event);
    else if (event.key === 'Enter' && this.#list.chosen) {
      event.preventDefault();
      this.#list.chosen.click();
    }
  }

  #choose(event: KeyboardEvent, step: 1 | -1): void {
    if (this.#list.isEmpty) return;
    event.preventDefault();
    this.#isDismissed = false;
    this.setOpen(true);
    this.#list.choose(step);
  }

  /** A browser would empty the field. It does so at the next Escape, when the panel is closed. */
  #dismiss(event: KeyboardEvent): void {
    event.preventDefault();
    this.setOpen(false);
    this.#isDismissed = true;
  }
}
