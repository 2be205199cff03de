import { defaultGptId } from '#domain/gpts.ts';
import { type Language, chooseLanguage, isLanguage, languageOfTag } from '#domain/languages.ts';
import { type ModelGroup, findModel, modelGroups } from '#domain/models.ts';
import { chatPath, chatShellPath, homePath } from '#domain/urls.ts';

/** What a request tells about the page that it wants. */
export type PageRequest = {
  /** As it was sent: percent-encoded, without query. */
  path: string;
  /** `?…`, or an empty text. */
  search: string;
  /** The cookie `lang`. */
  storedLanguage: string | undefined;
  /** The header `Accept-Language`. */
  acceptedLanguages: string | undefined;
};

/** `varies`: cookie or browser chose the language, so no cache may hand the answer to others. */
export type PageAnswer =
  | { kind: 'file'; path: string }
  | { kind: 'redirect'; location: string; varies: boolean }
  | { kind: 'missing'; language: Language; varies: boolean }
  | { kind: 'missingFile' }
  | { kind: 'malformed' };

type IsServed = (path: string) => boolean;

const fileName = /\.[a-z0-9]{2,5}$/i;
// oxlint-disable-next-line no-control-regex -- control characters are what must not pass
const oddCharacter = /[\\\u0000-\u001f\u007f]/;
const knownLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Decides what answers a request for a page or file of the site. `isServed` tells whether the release answers a
 * path, each segment of which is encoded as `encodeURIComponent` does it. Redirects lead to this origin only, whatever the request contains.
 */
export function resolvePath(request: PageRequest, isServed: IsServed): PageAnswer {
  const segments = decodeSegments(request.path);
  if (segments === undefined) return { kind: 'malformed' };
  const [first = '', ...rest] = segments;
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  if (path !== '/' && isServed(path)) return { kind: 'file', path };
  if (first.startsWith('_')) return { kind: 'missingFile' };
  if (isLanguage(first)) return resolveWithin(first, rest, request, isServed);
  return resolveWithout(segments, request, isServed);
}

/** Below a language: the chat area is one page, older addresses lead into it, a slash at the end is dropped. */
function resolveWithin(
  language: Language,
  rest: readonly string[],
  { search }: PageRequest,
  isServed: IsServed,
): PageAnswer {
  const segments = rest.at(-1) === '' ? rest.slice(0, -1) : rest;
  if (segments.some(isOdd)) return { kind: 'missing', language, varies: false };
  const moved = movedIntoChat(language, segments);
  if (moved !== undefined || segments.length < rest.length) {
    const location = (moved ?? toPath(language, segments)) + search;
    return { kind: 'redirect', location, varies: false };
  }
  const shell = chatShellPath(language);
  if (segments[0] === 'chat' && isServed(shell)) return { kind: 'file', path: shell };
  return { kind: 'missing', language, varies: false };
}

/** Without a supported prefix: the same page in the language that fits, unless nothing but a file can be meant. */
function resolveWithout(
  given: readonly string[],
  { search, storedLanguage, acceptedLanguages }: PageRequest,
  isServed: IsServed,
): PageAnswer {
  const hints = { stored: storedLanguage, accepted: acceptedLanguages };
  const segments = given.at(-1) === '' ? given.slice(0, -1) : given;
  const chosen = chooseLanguage(hints);
  if (segments.some(isOdd)) return { kind: 'missing', language: chosen, varies: true };
  const redirect = (path: string): PageAnswer => {
    return { kind: 'redirect', location: path + search, varies: true };
  };
  const moved = movedIntoChat(chosen, segments);
  if (moved !== undefined) return redirect(moved);
  const page = toPath(chosen, segments);
  const [first, ...rest] = segments;
  if (first === undefined || isServed(page)) return redirect(page);
  if (isSomeLanguage(first)) {
    const language = chooseLanguage({ ...hints, segment: first });
    return redirect(movedIntoChat(language, rest) ?? toPath(language, rest));
  }
  const isFile = segments.length === 1 && fileName.test(first);
  return isFile ? { kind: 'missing', language: chosen, varies: true } : redirect(page);
}

/** Where addresses outside the chat area, and models under a wrong group, lead to. */
function movedIntoChat(language: Language, segments: readonly string[]): string | undefined {
  const [first, second, third, ...more] = segments;
  if (first === 'g' && third === undefined) {
    return chatPath(language, { group: 'g', gpt: second ?? defaultGptId });
  }
  if ((first === 'openai' || first === 'claude') && second === 'chat' && third && !more.length) {
    return chatPath(language, { group: findModel(third)?.group ?? first, model: third });
  }
  const model = findModel(third ?? '');
  if (first !== 'chat' || !isModelGroup(second) || !model || model.group === second)
    return undefined;
  const conversation = more[0] === 'c' && more[1] !== undefined ? { conversation: more[1] } : {};
  return chatPath(language, { group: model.group, model: model.id }, conversation);
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function toPath(language: Language, segments: readonly string[]): string {
  return [homePath(language), ...segments.map(encodeURIComponent)].join('/');
}

/** What no page’s path contains, and what a browser would read as another place. */
function isOdd(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || oddCharacter.test(segment);
}

function isModelGroup(value: string | undefined): value is ModelGroup {
  return modelGroups.includes(value as ModelGroup);
}

/** Whether a segment names a language, supported (`zh-TW`, `EN`) or not (`es`). */
function isSomeLanguage(segment: string): boolean {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(segment)) return false;
  if (languageOfTag(segment) !== undefined) return true;
  return knownLanguages.of(segment.slice(0, 3).replace(/[-_].*$/, '')) !== undefined;
}
