export const postLinkMaxCharacters = 500;

/** Names of query parameters that say how a link was shared, and not what it leads to. */
const tracking =
  /^(utm_.*|fbclid|gclid|igsh|igshid|si|ref|ref_src|ref_url|share_id|share_token|xhsshare|spm_id_from|vd_source)$/;

/** These only say who shared the link at X, where a post has its id in the path. */
const trackingAtX = new Set(['s', 't']);

/**
 * Returns the address of a public post, as it is compared with others: https, without what marks who shared the link.
 * Returns `undefined` for what cannot be such an address.
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

/** A name with a dot and no address: `localhost` and `10.0.0.1` are nobody's public pages. */
function isPublicName(host: string): boolean {
  return /^[\da-z-]+(\.[\da-z-]+)*\.([a-z]{2,}|xn--[\da-z-]+)$/.test(host);
}

function plainHost(host: string): string {
  const plain = host.replace(/^(www|m|mobile)\.(?=.+\.)/, '');
  return plain === 'twitter.com' ? 'x.com' : plain;
}
