/** As `catalog/promotionTexts.ts` writes it. */
type Promotion = {
  from: string;
  to: string;
  texts: Record<string, string>;
  paths: Record<string, string>;
};

const dismissedKey = 'banner-dismissed';
const signsOfLife = ['pointermove', 'pointerdown', 'scroll', 'keydown'] as const;

/**
 * The banner: its place is reserved and holds a lasting sentence. With the visitor’s first movement it reads the dated
 * announcements and shows the one of today, so that the page itself needs no further request and depends on no clock.
 */
class SiteBanner extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('button')?.addEventListener('click', () => this.dismiss());
    if (document.documentElement.classList.contains('no-banner')) return;
    const once = new AbortController();
    for (const type of signsOfLife) {
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
      // Without storage it comes back with the next page.
    }
  }

  private async show(): Promise<void> {
    const language = this.dataset['language'] ?? '';
    const today = new Date().toISOString().slice(0, 10);
    const answer = await fetch('/promotions.json').catch(() => undefined);
    const known = answer?.ok ? ((await answer.json()) as { promotions: Promotion[] }) : undefined;
    const running = known?.promotions.find(({ from, to }) => from <= today && today <= to);
    const link = this.querySelector('a');
    // The notice of a provider's outage is more urgent.
    if (!running || !link || this.dataset['outage']) return;
    link.textContent = running.texts[language] ?? '';
    link.href = running.paths[language] ?? link.href;
  }
}

customElements.define('site-banner', SiteBanner);
