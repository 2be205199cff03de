/**
 * The keyboard of a combobox (ARIA practices): arrows choose an option, Enter opens it, Escape closes the panel and keeps
 * the text.
 */
export class SearchKeys {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  /** Whether Escape closed the panel, so that results which come later do not open it. */
  #isDismissed = false;

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
    input.addEventListener('input', () => (this.#isDismissed = false));
    input.addEventListener('focus', () => {
      this.#isDismissed = false;
      this.setOpen(input.value.trim() !== '' && this.#options.length > 0);
    });
  }

  setOpen(wanted: boolean): void {
    const input = this.#input;
    const open = wanted && !this.#isDismissed;
    if (this.#panel) this.#panel.hidden = !open;
    input.setAttribute('aria-expanded', String(open && this.#options.length > 0));
    if (!open || !this.#chosen) input.removeAttribute('aria-activedescendant');
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') this.#choose(event, 1);
    else if (event.key === 'ArrowUp') this.#choose(event, -1);
    else if (event.key === 'Escape' && this.#panel?.hidden === false) this.#dismiss(event);
    else if (event.key === 'Enter' && this.#chosen) {
      event.preventDefault();
      this.#chosen.click();
    }
  }

  #choose(event: KeyboardEvent, step: 1 | -1): void {
    const options = this.#options;
    if (options.length === 0) return;
    event.preventDefault();
    this.#isDismissed = false;
    this.setOpen(true);
    const from = this.#chosen ? options.indexOf(this.#chosen) : step === 1 ? -1 : 0;
    const next = options.at((from + step) % options.length);
    this.#chosen?.setAttribute('aria-selected', 'false');
    next?.setAttribute('aria-selected', 'true');
    next?.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', next?.id ?? '');
  }

  /** A browser would empty the field. It does so at the next Escape, when the panel is closed. */
  #dismiss(event: KeyboardEvent): void {
    event.preventDefault();
    this.setOpen(false);
    this.#isDismissed = true;
  }

  get #panel(): HTMLElement | null {
    return this.#list.closest<HTMLElement>('.search-panel');
  }

  get #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  }

  get #chosen(): HTMLAnchorElement | undefined {
    return this.#options.find((option) => option.ariaSelected === 'true');
  }
}
