import { linkedId } from '#catalog/blog/headingIds.ts';
import type { Language } from '#domain/languages/languages.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { inLanguage, splitLanguage } from '#domain/site/urls.ts';

/** The target of a link in a post. */
export type LinkTarget =
  | { kind: 'here'; id: string }
  | { kind: 'page'; href: string }
  /** A post that is not on the site yet. Its title is shown without a link. */
  | { kind: 'later' }
  | { kind: 'elsewhere'; href: string }
  | { kind: 'wrong'; reason: string };

/** The state of a post: on the site, not yet on the site, or not existing. */
export type PostState = 'published' | 'later' | 'none';

const file = /\.[a-z0-9]{2,5}$/i;

/**
 * Resolves the URL of a link in a post. A path of this site such as `/pricing` gets the page’s language, unless it has a
 * language already, or needs none (`/policy.html`, `/api/…`).
 */
export function linkTarget(
  address: string,
  language: Language,
  stateOf: (slug: string) => PostState,
): LinkTarget {
  if (address.startsWith('#')) return { kind: 'here', id: decode(address.slice(1)) };
  if (/^(https?:\/\/|mailto:)./i.test(address)) return { kind: 'elsewhere', href: address };
  if (!address.startsWith('/') || /^\/[/\\]/.test(address)) {
    return { kind: 'wrong', reason: 'write /pricing, https://…, mailto:… or #heading' };
  }
  const [path = ''] = address.split(/[?#]/, 1);
  const given = splitLanguage(path);
  const slug = /^\/blog\/([^/]+)$/.exec(given.language === undefined ? path : given.rest)?.[1];
  const state = slug === undefined ? 'published' : stateOf(slug);
  if (state === 'none') return { kind: 'wrong', reason: `there is no post “${slug}”` };
  if (state === 'later') return { kind: 'later' };
  const href = slug === undefined ? address : withHeading(address);
  if (given.language !== undefined || file.test(path) || path.startsWith('/api/')) {
    return { kind: 'page', href };
  }
  if (path === '/') return { kind: 'page', href: homePath(language) + href.slice(1) };
  return { kind: 'page', href: inLanguage(href, language) };
}

/** Returns a link to another post, with the id of its heading as on that post’s page. */
function withHeading(address: string): string {
  const [path = '', id] = address.split('#', 2);
  return id ? `${path}#${linkedId(decode(id))}` : path;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
