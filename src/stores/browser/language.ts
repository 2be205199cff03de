import { type Language, isLanguage } from '#domain/languages/languages.ts';
import { inLanguage } from '#domain/site/urls.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { readStored, store } from '#stores/browser/storage.ts';

/** The name of the cookie and the key in local storage, as specified. */
const languageKey = 'lang';

const yearSeconds = 31_536_000;

/** Returns the language that was chosen in this browser before, if any. */
export function storedLanguage(): Language | undefined {
  const cookie = /(?:^|;\s*)lang=([^;]*)/.exec(globalThis.document?.cookie ?? '')?.[1];
  return [cookie, readStored(languageKey)].find(isLanguage);
}

/** Stores the language for the server, which reads no local storage. */
export function setLanguageCookie(language: Language): void {
  document.cookie = `${languageKey}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
}

/** Stores the choice in the cookie and local storage, and opens the same page in that language, with query and hash. */
export function switchLanguage(language: Language): void {
  store(languageKey, language);
  setLanguageCookie(language);
  goTo(inLanguage(location.pathname, language) + location.search + location.hash);
}
