/** Written by `catalog/promotionTexts.ts`. */
type Promotion = {
  from: string;
  to: string;
  texts: Record<string, string>;
  paths: Record<string, string>;
};

const dismissedKey = 'banner-dismissed';
const interactionEvents = ['pointermove', 'pointerdown', 'scroll', 'keydown'] as const;

/**
 * The banner. Its built text is valid at any time. At the first interaction it loads the dated promotions and shows the
 * current one, so that the page itself needs no further request and does not depend on the date.
 */
class SiteBanner extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('button')?.addEventListener('click', () => this.dismiss());
    if (document.documentElement.classList.contains('no-banner')) return;
    const once = new AbortController();
    for (const type of interactionEvents) {
      addEventListener(
        type,
        () => {
          once.abort();
          void this.show();
        },
        { passive: true, signal: once.signal },
      );
    }
  }

  private dismiss(): void {
    document.documentElement.classList.add('no-banner');
    try {
      localStorage.setItem(dismissedKey, String(Date.now()));
    } catch {
      // Without storage the banner is back on the next page.
    }
  }

  private async show(): Promise<void> {
    const language = this.dataset['language'] ?? '';
    const today = new Date().toISOString().slice(0, 10);
    const response = await fetch('/promotions.json').catch(() => undefined);
    const body = response?.ok
      ? ((await response.json()) as { promotions: Promotion[] })
      : undefined;
    const running = body?.promotions.find(({ from, to }) => from <= today && today <= to);
    const link = this.querySelector('a');
    // The notice of a provider's outage is more urgent.
    if (!running || !link || this.dataset['outage']) return;
    link.textContent = running.texts[language] ?? '';
    link.href = running.paths[language] ?? link.href;
  }
}

customElements.define('site-banner', SiteBanner);
