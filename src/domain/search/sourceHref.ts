import type { SourceKind } from '#domain/search/aiSearch.ts';

/** Returns a safe link to a source: an http(s) URL or a path of this site; `undefined` for anything else. */
export function sourceHref({ kind, url }: { kind: SourceKind; url: string }): string | undefined {
  if (kind !== 'page') return /^\/(?![/\\])/.test(url) ? url : undefined;
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
