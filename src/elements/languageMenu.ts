const yearSeconds = 31_536_000;

/**
 * The links of the language menu: keeps the choice, and takes the address along, with query and hash. The page that
 * answers for missing or removed GPTs stands at many addresses, so its own links cannot know it.
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
      // The cookie has it.
    }
    link.pathname = location.pathname.replace(/^\/[^/]*/, `/${language}`);
    link.search = location.search;
    link.hash = location.hash;
  }
}

customElements.define('language-menu', LanguageMenu);
