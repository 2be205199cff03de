import { hash } from 'node:crypto';
import type { SitePage } from '#catalog/site/sitePage.ts';
import type { Language } from '#domain/languages/languages.ts';
import { textsPath } from '#domain/site/sitePaths.ts';
import type { Messages } from '#i18n/messages.ts';

/** Texts that a page loads when somebody begins to use a part of it. Most visitors never do. */
export type PageText = { language: Language; messages: Messages };

/** Returns the path of the file with these texts. Its name is a digest of them. */
export function textFilePath(text: PageText): string {
  return textsPath(digestOf(text));
}

/** Returns the file as a page. */
export function textFilePage(text: PageText): SitePage<PageText> {
  return {
    params: { digest: digestOf(text) },
    path: textFilePath(text),
    frame: null,
    content: text,
  };
}

function digestOf(text: PageText): string {
  return hash('sha256', JSON.stringify(text)).slice(0, 16);
}
