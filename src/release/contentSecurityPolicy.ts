import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlineContent } from '#release/inlineContent.ts';

/**
 * The policy of one page: everything from this origin only, and of inline code exactly what the page holds.
 * `injectedStyles` are styles that scripts add later. `ownPictures` allows pictures that the page itself holds in
 * memory: the chat area shows what a user attaches before it is uploaded. The texts of a page whose bytes were read as
 * `latin1`, which is faster, are those same bytes again here.
 */
export function contentSecurityPolicy(
  content: Pick<InlineContent, 'scripts' | 'styles'>,
  injectedStyles: readonly string[],
  ownPictures = false,
  readAs: 'utf8' | 'latin1' = 'utf8',
): string {
  const scripts = content.scripts.map((text) => digestOf(text, readAs));
  const styles = [
    ...content.styles.map((text) => digestOf(text, readAs)),
    ...injectedStyles.map((text) => digestOf(text, 'utf8')),
  ];
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
 * The styles that sonner adds to a page by script: its own one, and before that the same element while it is still
 * empty. Throws when sonner no longer does it in the way that is known here.
 */
export function toastStyles(): string[] {
  const source = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');
  const style = /\(`(:where\(html\[dir="ltr"\]\)[^`\\]*)`\)/.exec(source)?.[1];
  if (style === undefined || style.includes('${')) {
    throw new Error('The style that sonner injects was not found: the page policy cannot allow it');
  }
  return ['', style];
}

/** In byte order, so that the same content always gives the same policy. */
function sources(digests: readonly string[]): string {
  const hashes = [...new Set(digests.map((digest) => `sha256-${digest}`))].toSorted();
  return ['self', ...hashes].map((source) => `'${source}'`).join(' ');
}

function digestOf(text: string, readAs: 'utf8' | 'latin1'): string {
  return createHash('sha256').update(text, readAs).digest('base64');
}
