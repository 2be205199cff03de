/** The keyboard of a combobox (ARIA practices): arrows choose an option, Enter opens it, Escape empties or closes. */
export class SearchKeys {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input;
    this.#list = list;
  }

  listenIn(box: HTMLElement): void {
    const input = this.#input;
    input.addEventListener('keydown', (event) => this.#press(event));
    box.addEventListener('focusout', ({ relatedTarget }) => {
      if (!box.contains(relatedTarget as Node | null)) this.setOpen(false);
    });
    input.addEventListener('focus', () => {
      this.setOpen(input.value.trim() !== '' && this.#options.length > 0);
    });
  }

  setOpen(open: boolean): void {
    const input = this.#input;
    if (this.#list.parentElement) this.#list.parentElement.hidden = !open;
    input.setAttribute('aria-expanded', String(open && this.#options.length > 0));
    if (!open || !this.#chosen) input.removeAttribute('aria-activedescendant');
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') this.#choose(event, 1);
    else if (event.key === 'ArrowUp') this.#choose(event, -1);
    else if (event.key === 'Escape') this.setOpen(false);
    else if (event.key === 'Enter' && this.#chosen) {
      event.preventDefault();
      this.#chosen.click();
    }
  }

  #choose(event: KeyboardEvent, step: 1 | -1): void {
    const options = this.#options;
    if (options.length === 0) return;
    event.preventDefault();
    this.setOpen(true);
    const from = this.#chosen ? options.indexOf(this.#chosen) : step === 1 ? -1 : 0;
    const next = options.at((from + step) % options.length);
    this.#chosen?.setAttribute('aria-selected', 'false');
    next?.setAttribute('aria-selected', 'true');
    next?.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', next?.id ?? '');
  }

  get #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  }

  get #chosen(): HTMLAnchorElement | undefined {
    return this.#options.find((option) => option.ariaSelected === 'true');
  }
}
