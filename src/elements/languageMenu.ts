const yearSeconds = 31_536_000;

/**
 * The links of the language menu. Stores the choice, and leads to the current address in the other language, with query
 * and hash: pages such as “not found” are shown at many addresses, so their links cannot contain it.
 */
class LanguageMenu extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[data-language]');
      if (link) this.choose(link);
    });
  }

  private choose(link: HTMLAnchorElement): void {
    const language = link.dataset['language'] ?? '';
    document.cookie = `lang=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
    try {
      localStorage.setItem('lang', language);
    } catch {
      // The cookie is enough.
    }
    link.pathname = location.pathname.replace(/^\/[^/]*/, `/${language}`);
    link.search = location.search;
    link.hash = location.hash;
  }
}

customElements.define('language-menu', LanguageMenu);
