import { defaultGptId } from '#domain/gpts/gpts.ts';
import { type Language, isLanguage } from '#domain/languages/languages.ts';
import { chooseLanguage, languageOfSegment } from '#domain/languages/readLanguage.ts';
import { isLanguageLike } from '#domain/languages/languageCodes.ts';
import { type ModelGroup, findModel, firstModelOf, modelGroups } from '#domain/models/models.ts';
import { ordersPath, payShellPath } from '#domain/orders/orderPaths.ts';
import { chatPath, chatShellPath, nextChatPath } from '#domain/chat/chatPaths.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { helpPath, isHelpName } from '#domain/help/helpPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { isForeignPath } from '#domain/site/foreignPaths.ts';

export type PageRequest = {
  /** The path as it was sent: percent-encoded, without query. */
  path: string;
  /** The query with `?`, or an empty text. */
  search: string;
  storedLanguage: string | undefined;
  acceptedLanguages: string | undefined;
};

/**
 * The result for a path. `varies`: cookie or browser chose the language, so caches must not share the response.
 * `isTemporary`: the address of a page does not change, but leads elsewhere for now.
 * `otherGpt`: the id as it was requested; a GPT with it, which has no page, must not be redirected to another one.
 * `guessed`: neither the address nor the visitor chose the language.
 */
export type PageResolution =
  | { kind: 'file'; path: string }
  | {
      kind: 'redirect';
      location: string;
      varies: boolean;
      guessed?: boolean;
      isTemporary?: boolean;
      otherGpt?: { id: string; language: Language };
    }
  | { kind: 'missing'; language: Language; varies: boolean }
  | { kind: 'missingFile' }
  | { kind: 'malformed' };

/** The parts of a site on which paths depend. */
export type ServedSite = {
  /** Whether the release has this path, whose segments are encoded with `encodeURIComponent`. */
  isServed: (path: string) => boolean;
  /** Returns the first offered model of a group; `undefined` means the first one that the product ships. */
  firstModel?: (group: ModelGroup) => string | undefined;
};

/** Paths of the server outside `/api`. */
const serverPaths = /^\/(?:logout|healthz|readyz)$/;
const fileName = /\.[a-z0-9]{2,5}$/i;
// oxlint-disable-next-line no-control-regex -- control characters are refused
const oddCharacter = /[\\\u0000-\u001f\u007f]/;

/**
 * Resolves a request for a page or file of the site. A slash at the end never changes the result: a redirect removes
 * it. Redirects stay on this origin, regardless of the request.
 */
export function resolvePath(request: PageRequest, site: ServedSite): PageResolution {
  const given = decodeSegments(request.path);
  if (given === undefined) return { kind: 'malformed' };
  const segments = withoutEnd(given);
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  const hasSlash = segments.length < given.length;
  if (path !== '/' && site.isServed(path)) {
    if (!hasSlash) return { kind: 'file', path };
    return { kind: 'redirect', location: path + request.search, varies: false };
  }
  if (hasSlash && serverPaths.test(path)) {
    return { kind: 'redirect', location: path + request.search, varies: false };
  }
  const [first = '', ...rest] = segments;
  if (first.startsWith('_')) return { kind: 'missingFile' };
  if (!isLanguage(first)) return resolveWithout(segments, request, site);
  return resolveWithin(first, rest, hasSlash, request, site);
}

/** Areas in which all paths are the same page of each language. */
const shells = new Map<string, (language: Language) => string>([
  ['chat', chatShellPath],
  ['pay', payShellPath],
  ['orders', ordersPath],
]);

/** Resolves a path that begins with a language. Chat area, payment and orders are one page each, also at older addresses. */
function resolveWithin(
  language: Language,
  segments: readonly string[],
  hasSlash: boolean,
  { search }: PageRequest,
  site: ServedSite,
): PageResolution {
  if (segments.some(isOdd)) return { kind: 'missing', language, varies: false };
  const moved =
    movedPath(language, segments, site) ??
    pathWithoutLanguage(segments, site) ??
    otherSpelling(language, segments, site);
  if (moved !== undefined || hasSlash) {
    const location = (moved ?? toPath(language, segments)) + search;
    const isTemporary = isChosenByOperator(segments);
    const [area = '', id] = segments;
    const isOther = area.toLowerCase() === 'gpts' && id !== undefined && id !== id.toLowerCase();
    const other = isOther && moved?.endsWith(`/${encodeURIComponent(id.toLowerCase())}`);
    return {
      kind: 'redirect',
      location,
      varies: false,
      isTemporary,
      ...(other && { otherGpt: { id, language } }),
    };
  }
  const path = toPath(language, segments);
  // The page of hash routes is the same for all languages, and reads the language from its address.
  if (path === homePath(language) + nextChatPath && site.isServed(nextChatPath)) {
    return { kind: 'file', path: nextChatPath };
  }
  const shell = shells.get(segments[0] ?? '')?.(language);
  if (shell !== undefined && site.isServed(shell)) return { kind: 'file', path: shell };
  return { kind: 'missing', language, varies: false };
}

/**
 * Redirects to the page in a suitable language, unless the path can only be a file. A first segment that names no
 * language stays: `/xyz` leads to `/en/xyz`, which is a 404.
 */
function resolveWithout(
  segments: readonly string[],
  { search, storedLanguage, acceptedLanguages }: PageRequest,
  site: ServedSite,
): PageResolution {
  const hints = { stored: storedLanguage, accepted: acceptedLanguages };
  const chosen = chooseLanguage(hints);
  if (segments.some(isOdd)) return { kind: 'missing', language: chosen, varies: true };
  const redirect = (path: string, guessed = !isLanguage(storedLanguage)): PageResolution => {
    return { kind: 'redirect', location: path + search, varies: true, guessed };
  };
  const moved = movedPath(chosen, segments, site);
  if (moved !== undefined) return redirect(moved);
  const page = toPath(chosen, segments);
  const [first, ...rest] = segments;
  if (first === undefined || site.isServed(page)) return redirect(page);
  if (isForeignPath(segments)) return { kind: 'missingFile' };
  if (isLanguageLike(first)) {
    const language = chooseLanguage({ ...hints, segment: first });
    const isChosen = isLanguage(storedLanguage) || languageOfSegment(first) !== undefined;
    return redirect(movedPath(language, rest, site) ?? toPath(language, rest), !isChosen);
  }
  // Files without a language, such as `/policy.html`.
  const small = `/${segments.map((segment) => encodeURIComponent(segment.toLowerCase())).join('/')}`;
  if (site.isServed(small)) {
    return { kind: 'redirect', location: small + search, varies: false };
  }
  const isFile = segments.length === 1 && fileName.test(first);
  return isFile ? { kind: 'missing', language: chosen, varies: true } : redirect(page);
}

/** Returns the new path of an old address, and of a model under a wrong group; `undefined` for other paths. */
function movedPath(
  language: Language,
  segments: readonly string[],
  { firstModel, isServed }: ServedSite,
): string | undefined {
  const [first, second, third, ...more] = segments;
  // An operator's own blog may have a post of this name.
  if (first === 'blog' && isHelpName(second) && third === undefined) {
    return isServed(toPath(language, segments)) ? undefined : helpPath(language, second);
  }
  if (segments.length === 1) {
    if (first === 'ranking') return rankingPath(language, 'all');
    if (first === 'gpts' || first === 'authors') return homePath(language);
  }
  if (first === 'g' && third === undefined) {
    return chatPath(language, { group: 'g', gpt: second ?? defaultGptId });
  }
  if (isModelGroup(first) && second === 'chat' && !more.length) {
    const model = third ?? firstModel?.(first) ?? firstModelOf(first);
    return chatPath(language, { group: findModel(model)?.group ?? first, model });
  }
  const model = findModel(third ?? '');
  if (first !== 'chat' || !isModelGroup(second) || !model || model.group === second)
    return undefined;
  const conversation = more[0] === 'c' && more[1] !== undefined ? { conversation: more[1] } : {};
  return chatPath(language, { group: model.group, model: model.id }, conversation);
}

/** Whether an address leads to the operator's first offer: a group of models, or a GPT. */
function isChosenByOperator([area = '', second, ...more]: readonly string[]): boolean {
  const first = area.toLowerCase();
  if (first === 'g') return second === undefined;
  return isModelGroup(first) && second === 'chat' && more.length === 0;
}

/**
 * Returns the path of a page that was requested in capitals, or with the part that its first page omits (`/page/1`).
 */
function otherSpelling(
  language: Language,
  segments: readonly string[],
  site: ServedSite,
): string | undefined {
  const [first = '', ...rest] = segments;
  const area = first.toLowerCase();
  if (area !== first) {
    if (shells.has(area)) return toPath(language, [area, ...rest]);
    const moved = movedPath(language, [area, ...rest], site);
    if (moved !== undefined) return moved;
  }
  const short = withoutFirstPage(segments);
  const own = toPath(language, segments);
  const withArea = short.map((segment, index) => (index === 0 ? area : segment));
  return [short, withArea, short.map((segment) => segment.toLowerCase())]
    .map((candidate) => toPath(language, candidate))
    .find((path) => path !== own && isPage(language, path, site));
}

function isPage(language: Language, path: string, { isServed }: ServedSite): boolean {
  return isServed(path === homePath(language) + nextChatPath ? nextChatPath : path);
}

function withoutFirstPage(segments: readonly string[]): readonly string[] {
  const isFirst = segments.at(-2)?.toLowerCase() === 'page' && segments.at(-1) === '1';
  return isFirst ? segments.slice(0, -2) : segments;
}

/** Returns the path of a file without language, such as `/policy.html`, that was requested below a language. */
function pathWithoutLanguage(
  segments: readonly string[],
  { isServed }: ServedSite,
): string | undefined {
  const [first] = segments;
  if (first === undefined || first.startsWith('_') || isLanguage(first)) return undefined;
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  return path !== nextChatPath && isServed(path) ? path : undefined;
}

function withoutEnd(segments: readonly string[]): string[] {
  const last = segments.findLastIndex((segment) => segment !== '');
  return segments.slice(0, last + 1);
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

/** Whether a segment has characters that no page's path contains, or that browsers would change. */
function isOdd(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || oddCharacter.test(segment);
}

function isModelGroup(value: string | undefined): value is ModelGroup {
  return modelGroups.includes(value as ModelGroup);
}
