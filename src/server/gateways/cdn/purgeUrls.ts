/** The CDN's address for purges, in the protocol of Cloudflare: `{ "files": [addresses] }` with a bearer token. */
export type CdnPurgeConfig = { url: string; token: string };

/** Cloudflare takes so many addresses in a call. */
const urlsAtOnce = 30;

const timeoutMilliseconds = 20_000;
const shownBytes = 300;

/** Removes addresses from the caches of a CDN. Throws its reason when it refuses. */
export async function purgeUrls(
  { url, token }: CdnPurgeConfig,
  urls: readonly string[],
): Promise<void> {
  for (let at = 0; at < urls.length; at += urlsAtOnce) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ files: urls.slice(at, at + urlsAtOnce) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const text = await reasonIn(response);
    if (!response.ok) throw new Error(`The CDN refused a purge with ${response.status}: ${text}`);
  }
}

async function reasonIn(response: Response): Promise<string> {
  return (await response.text().catch(() => '')).slice(0, shownBytes);
}
