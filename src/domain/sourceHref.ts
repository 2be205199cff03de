import type { SourceKind } from '#domain/aiSearch.ts';

/** Where the link of a source leads: to a page of the web or a path of this site; `undefined` where it is neither. */
export function sourceHref({ kind, url }: { kind: SourceKind; url: string }): string | undefined {
  if (kind !== 'page') return /^\/(?![/\\])/.test(url) ? url : undefined;
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
