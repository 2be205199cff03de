import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlineContent } from '#site/inlineContent.ts';

/**
 * The policy of one page: everything from this origin only, and of inline code exactly what the page holds.
 * `injectedStyles` are styles that scripts add later. `ownPictures` allows pictures that the page itself holds in
 * memory: the chat area shows what a user attaches before it is uploaded.
 */
export function contentSecurityPolicy(
  content: Pick<InlineContent, 'scripts' | 'styles'>,
  injectedStyles: readonly string[],
  ownPictures = false,
): string {
  return [
    `default-src 'none'`,
    `script-src ${['self', ...hashes(content.scripts)].map(quote).join(' ')}`,
    `style-src ${['self', ...hashes([...content.styles, ...injectedStyles])].map(quote).join(' ')}`,
    `img-src 'self' data:${ownPictures ? ' blob:' : ''}`,
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

/** Hashes in byte order, so that the same content always gives the same policy. */
function hashes(texts: readonly string[]): string[] {
  const all = texts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
  return [...new Set(all)].toSorted();
}

function quote(source: string): string {
  return `'${source}'`;
}
