import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BuiltPage, openBuiltSite } from '../setup/builtSite.ts';
import { type Tag, tagsOf } from '../setup/tags.ts';

const { pages } = await openBuiltSite();
const hashes = new Map<string, string>();
const data = /^application\/(ld\+)?json$/;

describe('the content security policy of a page', () => {
  it('allows nothing unsafe and no other origins', () => {
    const policies = new Set(pages.map(({ headers }) => headers['content-security-policy']));
    for (const policy of policies) {
      expect(policy).toContain(`default-src 'none'`);
      expect(policy).toContain(`frame-ancestors 'none'`);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it('allows everything in the page: no style attribute, no handler, only hashed code', () => {
    expect(pages.flatMap(refused).slice(0, 30)).toEqual([]);
  });
});

/** Parts that the page’s policy would block. */
function refused({ path, html, headers }: BuiltPage): string[] {
  const policy = headers['content-security-policy'] ?? '';
  return tagsOf(html).flatMap((tag) => [
    ...[...tag.attributes.keys()]
      .filter((key) => key === 'style' || key.startsWith('on'))
      .map((key) => `${path}: ${tag.name}[${key}]`),
    ...(isRefusedCode(tag, policy) ? [`${path}: ${tag.name} ${tag.rawText.slice(0, 60)}`] : []),
  ]);
}

function isRefusedCode({ name, attributes, rawText }: Tag, policy: string): boolean {
  if (name !== 'script' && name !== 'style') return false;
  if (attributes.has('src') || data.test(attributes.get('type') ?? '')) return false;
  const directive = policy.split('; ').find((text) => text.startsWith(`${name}-src `)) ?? '';
  return !directive.includes(`'sha256-${hashOf(rawText)}'`);
}

/** Most pages have the same few. */
function hashOf(code: string): string {
  const hash = hashes.get(code) ?? createHash('sha256').update(code).digest('base64');
  hashes.set(code, hash);
  return hash;
}
