import { type Language, isLanguage } from '#domain/languages.ts';
import { inLanguage } from '#domain/urls.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { readStored, store } from '#stores/browser/storage.ts';

/** The name of the cookie and the key in local storage, as specified. */
export const languageKey = 'lang';

const yearSeconds = 31_536_000;

/** The language chosen here before, if any. */
export function storedLanguage(): Language | undefined {
  const cookie = /(?:^|;\s*)lang=([^;]*)/.exec(globalThis.document?.cookie ?? '')?.[1];
  return [cookie, readStored(languageKey)].find(isLanguage);
}

/** Keeps the choice in the cookie and in local storage. */
export function rememberLanguage(language: Language): void {
  store(languageKey, language);
  if (globalThis.document) {
    document.cookie = `${languageKey}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
  }
}

/** Keeps the choice and opens the same page in that language, with its query and hash. */
export function switchLanguage(language: Language): void {
  rememberLanguage(language);
  goTo(inLanguage(location.pathname, language) + location.search + location.hash);
}
