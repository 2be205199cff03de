/**
 * The links of the language menu. They lead to the current address in the other language, with query and hash: pages such
 * as “not found” are shown at many addresses, so their links cannot contain it. The page that opens stores its language
 * (`layouts/site/BeforePaint.astro`).
 */
class LanguageMenu extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-language]');
      if (link) this.complete(link);
    });
  }

  private complete(link: HTMLAnchorElement): void {
    const language = link.dataset['language'] ?? '';
    link.pathname = location.pathname.replace(/^\/[^/]*/, `/${language}`);
    link.search = location.search;
    link.hash = location.hash;
  }
}

customElements.define('language-menu', LanguageMenu);
