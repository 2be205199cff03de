import type { Language } from '#domain/languages/languages.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** A language and its texts, for `parts/` in the build, on the server and in the browser. */
export type Texts = { language: Language; t: TranslateInBrowser };
