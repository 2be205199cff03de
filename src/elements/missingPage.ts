import { searchPath, splitLanguage } from '#domain/urls.ts';
import { showGpt } from '#elements/missing/gpt.ts';
import { showRanking } from '#elements/missing/ranking.ts';
import { translate } from '#i18n/browser.ts';
import type { Texts } from '#i18n/texts.ts';

type Show = (page: HTMLElement, texts: Texts, ...segments: string[]) => Promise<void>;

/** Pages that may have come after the site was published: their addresses, and who shows what the server knows. */
const laterPages: readonly { address: RegExp; show: Show }[] = [
  { address: /^\/gpts\/([^/]+)$/, show: showGpt },
  { address: /^\/ranking\/([^/]+)\/([^/]+)$/, show: showRanking },
  { address: /^\/tags\/([^/]+)$/, show: searchTag },
];

/** A tag may have no pages, or none any more: the search finds the GPTs that have it. */
async function searchTag(_page: HTMLElement, { language }: Texts, tag: string): Promise<void> {
  location.replace(searchPath(language, { tag }));
}

/**
 * The page that answers where the release has none. At the address of a page that may have come later it asks the
 * server once and shows what it finds; in all other cases it stays as it was built.
 */
class MissingPage extends HTMLElement {
  connectedCallback(): void {
    void this.ask().finally(() => this.removeAttribute('aria-busy'));
  }

  private async ask(): Promise<void> {
    const { language, rest } = splitLanguage(location.pathname);
    if (!language) return;
    const t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), language);
    for (const { address, show } of laterPages) {
      const segments = address.exec(rest)?.slice(1).map(decodeURIComponent);
      if (segments) await show(this, { language, t }, ...segments);
    }
  }
}

customElements.define('missing-page', MissingPage);
