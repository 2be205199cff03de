export const postLinkMaxCharacters = 500;

/** Query parameters that track how a link was shared and do not change its target. */
const tracking =
  /^(utm_.*|fbclid|gclid|igsh|igshid|si|ref|ref_src|ref_url|share_id|share_token|xhsshare|spm_id_from|vd_source)$/;

/** Further tracking parameters at X, where the id of a post is in the path. */
const trackingAtX = new Set(['s', 't']);

/**
 * Returns the normalised URL of a public post, for comparisons: without tracking parameters, hash and trailing slash.
 * Returns `undefined` if the text cannot be such a URL. Only https is accepted.
 */
export function normalisePostLink(typed: string): string | undefined {
  const text = typed.trim();
  if (text.length > postLinkMaxCharacters || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (url.port !== '' || !isPublicName(url.hostname)) return undefined;
  url.hostname = plainHost(url.hostname);
  const isX = url.hostname === 'x.com';
  for (const name of new Set(url.searchParams.keys())) {
    if (tracking.test(name) || (isX && trackingAtX.has(name))) url.searchParams.delete(name);
  }
  url.searchParams.sort();
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  if (url.pathname === '/' && url.search === '') return undefined;
  return url.href;
}

/** Whether a host is a public domain name; not `localhost`, not an IP address. */
function isPublicName(host: string): boolean {
  return /^[\da-z-]+(\.[\da-z-]+)*\.([a-z]{2,}|xn--[\da-z-]+)$/.test(host);
}

function plainHost(host: string): string {
  const plain = host.replace(/^(www|m|mobile)\.(?=.+\.)/, '');
  return plain === 'twitter.com' ? 'x.com' : plain;
}
