import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { resolvePath } from '#domain/site/resolvePath.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { nextChatPath, searchFramePath } from '#domain/chat/chatPaths.ts';
import { privacyPath } from '#domain/site/sitePaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { setLanguageCookie, storedLanguage } from '#stores/browser/language.ts';

/**
 * Redirects from the page that hosts without our server send for addresses without a file: where our server would, to the
 * page in the visitor’s language.
 */

/** The files without a language that are also requested below one. */
const files = [nextChatPath, privacyPath, searchFramePath];

const { pathname, search, hash } = location;
const hints = { stored: storedLanguage(), accepted: navigator.languages.join(',') };
const found = resolvePath(
  { path: pathname, search, storedLanguage: hints.stored, acceptedLanguages: hints.accepted },
  { isServed: (path) => files.includes(path) },
);
const target = targetOf();
const language = splitLanguage(target).language ?? chooseLanguage(hints);
setLanguageCookie(language);
location.replace(target + hash);

/** Returns the address of an error page in the visitor’s language where our server would show one. */
function targetOf(): string {
  if (found.kind === 'redirect') return found.location;
  if (found.kind === 'file') return found.path + search;
  return homePath(chooseLanguage(hints)) + pathname + search;
}
