/** The list of options below the search field, for the keyboard: its panel, its options, and the selected one. */
export class SearchList {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input;
    this.#list = list;
  }

  get isOpen(): boolean {
    return this.#panel?.hidden === false;
  }

  get isEmpty(): boolean {
    return this.#options.length === 0;
  }

  get selected(): HTMLAnchorElement | undefined {
    return this.#options.find((option) => option.ariaSelected === 'true');
  }

  setOpen(open: boolean): void {
    const input = this.#input;
    if (this.#panel) this.#panel.hidden = !open;
    input.setAttribute('aria-expanded', String(open && !this.isEmpty));
    if (!open || !this.selected) input.removeAttribute('aria-activedescendant');
  }

  /** Selects the next or the previous option. Continues at the other end of the list. */
  select(step: 1 | -1): void {
    const options = this.#options;
    const from = this.selected ? options.indexOf(this.selected) : step === 1 ? -1 : 0;
    const next = options.at((from + step) % options.length);
    this.selected?.setAttribute('aria-selected', 'false');
    next?.setAttribute('aria-selected', 'true');
    next?.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', next?.id ?? '');
  }

  get #panel(): HTMLElement | null {
    return this.#list.closest<HTMLElement>('.search-panel');
  }

  get #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  }
}
