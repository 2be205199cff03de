import { isLanguage } from '#domain/languages.ts';
import { translate } from '#i18n/browser.ts';

/** “Load More”: appends the next static page to the list. Without script its link leads there. */
class LoadMore extends HTMLElement {
  connectedCallback(): void {
    this.link?.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void this.load();
    });
  }

  private get link(): HTMLAnchorElement | null {
    return this.querySelector('a');
  }

  private async load(): Promise<void> {
    const { link } = this;
    if (!link || link.ariaBusy === 'true') return;
    link.ariaBusy = 'true';
    const page = await fetchPage(link.href);
    link.ariaBusy = 'false';
    if (page) this.take(page);
    else this.say('home.more.failed', 0);
  }

  /** Moves the page’s items over and points the link at the page after it. */
  private take(page: Document): void {
    const list = document.getElementById('gpts');
    const items = [...page.querySelectorAll('#gpts > li')];
    list?.append(...items);
    items[0]?.querySelector('a')?.focus();
    this.say('home.more.loaded', items.length);
    const next = page.querySelector<HTMLAnchorElement>('load-more a');
    if (next && this.link) this.link.href = next.getAttribute('href') ?? '';
    else this.link?.remove();
  }

  private say(key: string, count: number): void {
    const language = this.dataset['language'];
    if (!isLanguage(language)) return;
    const t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), language);
    const status = this.querySelector('[role="status"]');
    if (status) status.textContent = t(key, { count, amount: count });
  }
}

async function fetchPage(href: string): Promise<Document | undefined> {
  const answer = await fetch(href).catch(() => undefined);
  if (!answer?.ok) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

customElements.define('load-more', LoadMore);
