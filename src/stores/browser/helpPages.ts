import { type HelpName, helpNames, helpPath } from '#domain/help/helpPaths.ts';
import type { Language } from '#domain/languages/languages.ts';
import { atom } from 'nanostores';

export type HelpPage = { name: HelpName; title: string };

/** The help pages of this site; empty before `loadHelpPages` and after a failure. */
export const $helpPages = atom<readonly HelpPage[]>([]);

/** Reads the titles from the published list of help pages, so that the chat area need not carry them. */
export async function loadHelpPages(language: Language): Promise<void> {
  if ($helpPages.get().length > 0) return;
  const response = await fetch(helpPath(language)).catch(() => undefined);
  if (!response?.ok) return;
  const html = await response.text();
  // Without the page's style, which the policy of the chat area refuses also in a document that is only read.
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const page = new DOMParser().parseFromString(main, 'text/html');
  const pages = helpNames.flatMap((name) => {
    const link = page.querySelector(`h2 a[href="${helpPath(language, name)}"]`);
    const title = link?.textContent.trim();
    return title ? [{ name, title }] : [];
  });
  $helpPages.set(pages);
}
