import { linkedId } from '#catalog/blog/headingIds.ts';
import { isHelpName } from '#domain/help/helpPaths.ts';
import type { Language } from '#domain/languages/languages.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { inLanguage, splitLanguage } from '#domain/site/urls.ts';

/** The target of a link in a post or help page. */
export type LinkTarget =
  | { kind: 'here'; id: string }
  | { kind: 'page'; href: string }
  /** A page that is not on the site yet, or not on this one. Its title is shown without a link. */
  | { kind: 'later' }
  | { kind: 'elsewhere'; href: string }
  | { kind: 'wrong'; reason: string };

/** The state of a page: on the site, not on the site (yet), or not existing. */
type PageState = 'published' | 'later' | 'none';

/** Returns the state of a post, a help page or a GPT, by its slug, name or id. */
export type StateOf = (area: 'blog' | 'help' | 'gpts', name: string) => PageState;

const file = /\.[a-z0-9]{2,5}$/i;
const checkedPath = /^\/(?:(blog|help|gpts)|chat\/g)\/([^/]+)$/;

/**
 * Resolves the URL of a link in a post. A path of this site such as `/pricing` gets the page’s language, unless it has a
 * language already, or needs none (`/policy.html`, `/api/…`).
 */
export function linkTarget(address: string, language: Language, stateOf: StateOf): LinkTarget {
  if (address.startsWith('#')) return { kind: 'here', id: decode(address.slice(1)) };
  if (/^(https?:\/\/|mailto:)./i.test(address)) return { kind: 'elsewhere', href: address };
  if (!address.startsWith('/') || /^\/[/\\]/.test(address)) {
    return { kind: 'wrong', reason: 'write /pricing, https://…, mailto:… or #heading' };
  }
  const [path = ''] = address.split(/[?#]/, 1);
  const given = splitLanguage(path);
  const [, area = 'gpts', name] =
    checkedPath.exec(given.language === undefined ? path : given.rest) ?? [];
  if (name !== undefined) {
    const state = stateOf(area as Parameters<StateOf>[0], decode(name));
    // Posts of operators may still link to the post that a help page was.
    if (state === 'none' && area === 'blog' && isHelpName(name)) {
      return linkTarget(address.replace('/blog/', '/help/'), language, stateOf);
    }
    if (state === 'none') return { kind: 'wrong', reason: `there is no ${nouns[area]} “${name}”` };
    if (state === 'later') return { kind: 'later' };
  }
  const href = area === 'gpts' ? address : withHeading(address);
  if (given.language !== undefined || file.test(path) || path.startsWith('/api/')) {
    return { kind: 'page', href };
  }
  if (path === '/') return { kind: 'page', href: homePath(language) + href.slice(1) };
  return { kind: 'page', href: inLanguage(href, language) };
}

const nouns: Readonly<Record<string, string>> = { blog: 'post', help: 'help page', gpts: 'GPT' };

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
