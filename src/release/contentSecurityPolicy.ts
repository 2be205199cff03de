import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlineContent } from '#release/inlineContent.ts';

/** The SHA-256 digests of inline scripts and styles, in base64. */
export type InlineDigests = { scripts: readonly string[]; styles: readonly string[] };

/**
 * Returns the policy of one page: everything from this origin only, and exactly the inline scripts and styles of the
 * page. `injectedStyles` are styles that scripts add later.
 */
export function contentSecurityPolicy(
  { scripts, styles }: Pick<InlineContent, 'scripts' | 'styles'>,
  injectedStyles: readonly string[],
): string {
  return policyOf({
    scripts: scripts.map((text) => digestOf(text)),
    styles: [...styles, ...injectedStyles].map((text) => digestOf(text)),
  });
}

/**
 * Returns the policy of a page with these inline scripts and styles. `ownPictures` allows pictures in memory (`blob:`):
 * the chat area shows attached files before they are uploaded.
 */
export function policyOf({ scripts, styles }: InlineDigests, ownPictures = false): string {
  return [
    `default-src 'none'`,
    `script-src ${sources(scripts)}`,
    `style-src ${sources(styles)}`,
    `img-src 'self' data:${ownPictures ? ' blob:' : ''}`,
    `media-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * Returns the styles that sonner adds to a page by script: an empty style element, which is then filled. Throws if
 * sonner has changed how it does this.
 */
export function toastStyles(): string[] {
  const source = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');
  const style = /\(`(:where\(html\[dir="ltr"\]\)[^`\\]*)`\)/.exec(source)?.[1];
  if (style === undefined || style.includes('${')) {
    throw new Error('The style that sonner injects was not found: the page policy cannot allow it');
  }
  return ['', style];
}

/** Returns the sources in byte order, so that the same content always gives the same policy. */
function sources(digests: readonly string[]): string {
  const hashes = [...new Set(digests.map((digest) => `sha256-${digest}`))].toSorted();
  return ['self', ...hashes].map((source) => `'${source}'`).join(' ');
}

/** Returns the digest of an inline script or style. `readAs` is the encoding with which it was read. */
export function digestOf(text: string, readAs: 'utf8' | 'latin1' = 'utf8'): string {
  return createHash('sha256').update(text, readAs).digest('base64');
}
