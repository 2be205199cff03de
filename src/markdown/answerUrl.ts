const schemes = ['https:', 'http:', 'mailto:'];

/**
 * Returns the address of a link in an answer if it is allowed: other sites and mailboxes. Links to this site are not
 * allowed, because an answer could disguise a link such as `/logout`.
 */
export function answerUrl(href: string | undefined, ownHost: string): URL | undefined {
  // marked does not decode `&amp;`.
  const given = href?.replaceAll('&amp;', '&');
  if (given === undefined || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return schemes.includes(url.protocol) && url.host !== ownHost ? url : undefined;
}

/** Returns the host to which a link leads, or its mailbox, unless the link's text begins with it. */
export function unnamedTarget(text: string, { host, pathname }: URL): string | undefined {
  const target = host === '' ? pathname : host;
  const address = text
    .trim()
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .toLowerCase();
  const rest = address.startsWith(target) ? address.slice(target.length) : undefined;
  return rest !== undefined && /^(?:$|[/?#])/.test(rest) ? undefined : target;
}
