const schemes = ['https:', 'http:', 'mailto:'];

/**
 * Where a link in an answer may lead: to other sites and mailboxes, never to this one (`/logout` could be dressed up
 * as anything) and to no other scheme.
 */
export function answerUrl(href: string | undefined, ownHost: string): URL | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return schemes.includes(url.protocol) && url.host !== ownHost ? url : undefined;
}
