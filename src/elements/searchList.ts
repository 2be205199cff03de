/** The list of the search as the keyboard sees it: the panel around it, its options, and the chosen one. */
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

  get chosen(): HTMLAnchorElement | undefined {
    return this.#options.find((option) => option.ariaSelected === 'true');
  }

  setOpen(open: boolean): void {
    const input = this.#input;
    if (this.#panel) this.#panel.hidden = !open;
    input.setAttribute('aria-expanded', String(open && !this.isEmpty));
    if (!open || !this.chosen) input.removeAttribute('aria-activedescendant');
  }

  /** Chooses the next option or the one before; at an end, it goes on at the other. */
  choose(step: 1 | -1): void {
    const options = this.#options;
    const from = this.chosen ? options.indexOf(this.chosen) : step === 1 ? -1 : 0;
    const next = options.at((from + step) % options.length);
    this.chosen?.setAttribute('aria-selected', 'false');
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
