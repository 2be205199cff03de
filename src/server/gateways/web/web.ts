/** Why a page was not fetched. */
export type RefusalReason =
  /** The URL is never fetched: its scheme, port, credentials, length, or form of its host. */
  | 'bad_address'
  /** The host is a private IP address, or one of its addresses is. */
  | 'private_address'
  /** The host is not one of `allowedHosts`. */
  | 'host_not_allowed'
  /** DNS has no address for the host, or did not respond. */
  | 'unknown_host'
  /** There was no response, or the connection was cut. */
  | 'unreachable'
  /** The certificate or the handshake is wrong. */
  | 'tls'
  /** The whole fetch, or the first byte, took longer than allowed. */
  | 'timeout'
  /** The header, the body, or the decompressed body has more bytes than allowed. */
  | 'too_large'
  /** Too many redirects, one without a target, or one from https to http. */
  | 'redirect'
  /** The site's robots.txt does not allow it, or could not be read. */
  | 'robots'
  /** The status is not 2xx; it is in `status`. */
  | 'status'
  /** The content type is not in `accept`. */
  | 'content_type'
  /** The content encoding is unknown or broken. */
  | 'encoding'
  /** Too many fetches are waiting. */
  | 'busy'
  /** The caller's signal aborted. */
  | 'aborted';

/** `retryAfter`: seconds that the site asked to wait. */
export type WebRefusal = {
  kind: 'refusal';
  reason: RefusalReason;
  status?: number | undefined;
  retryAfter?: number | undefined;
};

export type WebPage = {
  kind: 'page';
  /** The URL after redirects, without a fragment. */
  url: string;
  status: number;
  /** In lower case, without parameters: `text/html`. */
  contentType: string;
  /** A label for `TextDecoder`. */
  charset: string;
  /** Decompressed. Shared between callers, who must not change it. */
  body: Uint8Array;
  fetched: Date;
  /** SHA-256 of `body`, as hexadecimal digits. */
  sha256: string;
};

export type PageOptions = {
  /** The accepted content types, without parameters; the first is preferred. */
  accept: readonly string[];
  signal?: AbortSignal | undefined;
  /** The limit of the body, both compressed and decompressed. Default: 2 MB. */
  maxBytes?: number | undefined;
  /** The limit of the whole fetch: waiting, robots.txt, redirects, body. Default: 15. */
  timeoutSeconds?: number | undefined;
  /** The allowed host names, for redirects and robots.txt too. Default: all public hosts. */
  allowedHosts?: readonly string[] | undefined;
};

/** Fetches URLs from strangers: from public IP addresses only, within limits. */
export type WebGateway = {
  /** Returns a refusal for anything that a site does wrong. Throws for our own bugs only. */
  fetchPage(url: string, options: PageOptions): Promise<WebPage | WebRefusal>;
};

/** Returns the text of a page. Bytes that are invalid in its charset become U+FFFD. */
export function pageText(page: Pick<WebPage, 'body' | 'charset'>): string {
  return new TextDecoder(page.charset).decode(page.body);
}
