import { isLanguage } from '#domain/languages/languages.ts';
import { restorePages, rememberAddedPage, addedPages } from '#elements/restoreLoadMore.ts';
import { translate } from '#i18n/browser.ts';

/** “Load More”: appends the next static page to the list. Without script its link leads there. */
class LoadMore extends HTMLElement {
  connectedCallback(): void {
    this.link?.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void this.loadNext();
    });
    if (this.list && addedPages() > 0) {
      void restorePages(this.list, async () => (await this.load()) !== undefined);
    }
  }

  private get link(): HTMLAnchorElement | null {
    return this.querySelector('a');
  }

  private get list(): HTMLElement | null {
    return document.getElementById('gpts');
  }

  /** The list of GPTs in other languages, after the page on which they begin was added. */
  private get others(): HTMLElement | null {
    return document.getElementById('others');
  }

  private openOthers(): void {
    const part = this.others?.closest('details');
    if (part) part.open = true;
  }

  private async loadNext(): Promise<void> {
    const items = await this.load();
    if (!items) return;
    items[0]?.querySelector('a')?.focus();
    this.announce('home.more.loaded', items.length);
    if (this.list) rememberAddedPage(this.list);
  }

  /** Adds the next page to the list. Returns its items, or nothing if it could not be loaded. */
  private async load(): Promise<Element[] | undefined> {
    const { link } = this;
    if (!link || link.ariaBusy === 'true') return undefined;
    link.ariaBusy = 'true';
    const page = await fetchPage(link.href);
    link.ariaBusy = 'false';
    if (page) return this.appendPage(page);
    this.announce('home.more.failed', 0);
    return undefined;
  }

  /** Appends the items of the page, and points the link to the page after it. */
  private appendPage(page: Document): Element[] {
    const items = [...page.querySelectorAll('#gpts > li')];
    (this.others ?? this.list)?.append(...items);
    if (this.others) this.openOthers();
    // GPTs in other languages begin on this page.
    const others = page.querySelector('details.others');
    if (others) this.before(others);
    const next = page.querySelector<HTMLAnchorElement>('load-more a');
    if (next && this.link) {
      this.link.href = next.getAttribute('href') ?? '';
      // It names GPTs in other languages if only such are left.
      this.link.textContent = next.textContent;
    } else this.link?.remove();
    return items;
  }

  private announce(key: string, count: number): void {
    const language = this.dataset['language'];
    if (!isLanguage(language)) return;
    const t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), language);
    const status = this.querySelector('[role="status"]');
    if (status) status.textContent = t(key, { count, amount: count });
  }
}

async function fetchPage(href: string): Promise<Document | undefined> {
  const response = await fetch(href).catch(() => undefined);
  if (!response?.ok) return undefined;
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

customElements.define('load-more', LoadMore);
