import { searchPath } from '#domain/gpts/gptPaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { showGpt } from '#elements/missing/showGpt.ts';
import { showRanking } from '#elements/missing/showRanking.ts';
import { translate } from '#i18n/browser.ts';
import type { Texts } from '#i18n/texts.ts';

type Show = (page: HTMLElement, texts: Texts, ...segments: string[]) => Promise<void>;

/** Pages that may be newer than the release: their addresses, and the functions that ask the server and show them. */
const newerPages: readonly { address: RegExp; show: Show }[] = [
  { address: /^\/gpts\/([^/]+)$/, show: showGpt },
  { address: /^\/ranking\/([^/]+)\/([^/]+)$/, show: showRanking },
  { address: /^\/tags\/([^/]+)$/, show: searchTag },
];

/** Leads to the search for GPTs with a tag: the tag may have no page, or its page may have been removed. */
async function searchTag(_page: HTMLElement, { language }: Texts, tag: string): Promise<void> {
  location.replace(searchPath(language, { tag }));
}

/**
 * The page “not found”. At the address of a page that may be newer than the release it asks the server once and shows
 * the result; otherwise it stays as it was built.
 */
class MissingPage extends HTMLElement {
  connectedCallback(): void {
    void this.ask().finally(() => this.removeAttribute('aria-busy'));
  }

  private async ask(): Promise<void> {
    const { language, rest } = splitLanguage(location.pathname);
    if (!language) return;
    const t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), language);
    for (const { address, show } of newerPages) {
      const segments = address.exec(rest)?.slice(1).map(decodeURIComponent);
      if (segments) await show(this, { language, t }, ...segments);
    }
  }
}

customElements.define('missing-page', MissingPage);
