/** Why a page was not fetched or not read. */
export type RefusalReason =
  /** Not an address that is fetched at all: scheme, port, credentials, length, form of the host. */
  | 'bad_address'
  /** The host is an address that is not public, or has one among its addresses. */
  | 'private_address'
  /** The host is not one of `allowedHosts`. */
  | 'host_not_allowed'
  /** DNS has no address for the host, or did not answer. */
  | 'unknown_host'
  /** Nobody answered, or the connection was cut. */
  | 'unreachable'
  /** The certificate or the handshake is wrong. */
  | 'tls'
  /** More time than allowed in all, or until the first byte. */
  | 'timeout'
  /** More bytes than allowed: header, body, or body after decompression. */
  | 'too_large'
  /** Too many redirects, one without a target, or one from https to http. */
  | 'redirect'
  /** The site's robots.txt does not allow it, or could not be read. */
  | 'robots'
  /** A status other than 2xx; it is in `status`. */
  | 'status'
  /** Not one of the content types of `accept`. */
  | 'content_type'
  /** A content encoding that is unknown, or broken. */
  | 'encoding'
  /** Too many fetches wait already. */
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
  /** After redirects, without a hash. */
  url: string;
  status: number;
  /** In lower case, without parameters: `text/html`. */
  contentType: string;
  /** A label that `TextDecoder` takes. */
  charset: string;
  /** Decompressed. Shared between callers: never written to. */
  body: Uint8Array;
  fetched: Date;
  /** Of `body`, in hex. */
  sha256: string;
};

export type PageOptions = {
  /** Content types to take, without parameters; the first is preferred. */
  accept: readonly string[];
  signal?: AbortSignal | undefined;
  /** Of the body, compressed and decompressed; 2 MB unless set. */
  maxBytes?: number | undefined;
  /** For everything: waiting, robots.txt, redirects, body; 15 unless set. */
  timeoutSeconds?: number | undefined;
  /** Host names that may be asked, for redirects and robots.txt too; any public host unless set. */
  allowedHosts?: readonly string[] | undefined;
};

/** Fetches pages that strangers named: from public addresses only, within limits. */
export type WebGateway = {
  /** Throws for defects of ours only, never for what a site does. */
  fetchPage(url: string, options: PageOptions): Promise<WebPage | WebRefusal>;
};

/** Returns the text of a page; bytes that its charset does not know become U+FFFD. */
export function pageText(page: Pick<WebPage, 'body' | 'charset'>): string {
  return new TextDecoder(page.charset).decode(page.body);
}
