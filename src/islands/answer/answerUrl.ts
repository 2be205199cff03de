const schemes = ['https:', 'http:', 'mailto:'];

/**
 * Returns the address of a link in an answer if it is allowed: other sites and mailboxes. Links to this site are not
 * allowed, because an answer could disguise a link such as `/logout`.
 */
export function answerUrl(href: string | undefined, ownHost: string): URL | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return schemes.includes(url.protocol) && url.host !== ownHost ? url : undefined;
}
