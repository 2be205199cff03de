const dismissedKey = 'banner-dismissed';

/** The banner, which can be dismissed. */
class SiteBanner extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('button')?.addEventListener('click', () => this.dismiss());
  }

  private dismiss(): void {
    document.documentElement.classList.add('no-banner');
    try {
      localStorage.setItem(dismissedKey, String(Date.now()));
    } catch {
      // Without storage the banner is back on the next page.
    }
  }
}

customElements.define('site-banner', SiteBanner);
