import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HostSlots } from '#server/gateways/web/hostSlots.ts';
import { openResponse } from '#server/gateways/web/openResponse.ts';
import { type CachedPage, PageCache } from '#server/gateways/web/pageCache.ts';
import { readBody } from '#server/gateways/web/readBody.ts';
import { Refused, toRefused } from '#server/gateways/web/refused.ts';
import {
  type ResolveName,
  type TestAddress,
  dnsResolver,
  resolveHost,
} from '#server/gateways/web/resolveHost.ts';
import { Robots } from '#server/gateways/web/robots.ts';
import type { PageOptions, WebGateway, WebPage, WebRefusal } from '#server/gateways/web/web.ts';
import { hostOf, readAddress } from '#server/gateways/web/webAddress.ts';
import { untilAborted } from '#server/untilAborted.ts';
import { findEncoding } from '#server/findEncoding.ts';

export type WebOptions = {
  /** The URL of our site, which the user agent contains. */
  publicUrl: string;
  testAddresses?: readonly TestAddress[] | undefined;
  resolveName?: ResolveName | undefined;
  certificates?: readonly string[] | undefined;
  firstByteSeconds?: number | undefined;
  now?: (() => Date) | undefined;
  /** Fetches nothing: on a restored copy. */
  isOff?: boolean | undefined;
};

const maxRedirects = 5;
const defaultMaxBytes = 2_000_000;
const defaultTimeoutSeconds = 15;
const robotsOptions = { accept: ['text/plain'], maxBytes: 512_000, timeoutSeconds: 5 };

/** Fetches pages from the public internet. */
export function createWeb(options: WebOptions): WebGateway {
  return new Web(options);
}

/** The options of one fetch, with its deadline in the signal. */
type Fetch = Omit<PageOptions, 'signal'> & { signal: AbortSignal; asksRobots: boolean };

class Web implements WebGateway {
  readonly #options: WebOptions;
  readonly #userAgent: string;
  readonly #resolveName: ResolveName;
  readonly #now: () => Date;
  readonly #slots = new HostSlots({ perHost: 2, overall: 16, maxWaiting: 100 });
  readonly #cache: PageCache;
  readonly #robots: Robots;

  constructor(options: WebOptions) {
    this.#options = options;
    this.#userAgent = `Dolores/1.0 (+${options.publicUrl})`;
    this.#resolveName = options.resolveName ?? dnsResolver();
    this.#now = options.now ?? (() => new Date());
    this.#cache = new PageCache({ maxBytes: 32_000_000, milliseconds: 600_000, now: this.#now });
    this.#robots = new Robots({
      fetchRobots: (url, allowedHosts) =>
        this.#fetch(url.href, { ...robotsOptions, allowedHosts, asksRobots: false }),
      userAgent: this.#userAgent,
      now: this.#now,
    });
  }

  fetchPage(text: string, options: PageOptions): Promise<WebPage | WebRefusal> {
    if (this.#options.isOff) return Promise.resolve(new Refused('unreachable').toRefusal());
    return this.#fetch(text, { ...options, asksRobots: true });
  }

  async #fetch(
    text: string,
    options: PageOptions & { asksRobots: boolean },
  ): Promise<WebPage | WebRefusal> {
    const seconds = options.timeoutSeconds ?? defaultTimeoutSeconds;
    const deadline = AbortSignal.timeout(seconds * 1_000);
    const { signal: caller = deadline } = options;
    try {
      const url = this.#read(text);
      const signal = AbortSignal.any([deadline, caller]);
      signal.throwIfAborted();
      return await untilAborted(this.#cached(url, { ...options, signal }), signal);
    } catch (error) {
      if (deadline.aborted) return new Refused('timeout').toRefusal();
      if (caller.aborted) return new Refused('aborted').toRefusal();
      return toRefused(error).toRefusal();
    }
  }

  async #cached(url: URL, fetch: Fetch): Promise<WebPage> {
    const { maxBytes = defaultMaxBytes } = fetch;
    const found = this.#cache.get(url.href);
    if (
      found !== undefined &&
      isAccepted(found.page.contentType, fetch.accept) &&
      found.page.body.byteLength <= maxBytes &&
      found.hosts.every((host) => isHostAllowed(host, fetch.allowedHosts))
    ) {
      return found.page;
    }
    const { mayCache, ...fetched } = await this.#follow(url, fetch);
    if (mayCache) this.#cache.set(url.href, fetched);
    return fetched.page;
  }

  /** Follows redirects by hand, because each target must be checked. */
  async #follow(start: URL, fetch: Fetch): Promise<CachedPage & { mayCache: boolean }> {
    const hosts: string[] = [];
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (!isHostAllowed(hostOf(url), fetch.allowedHosts)) throw new Refused('host_not_allowed');
      hosts.push(hostOf(url));
      // In sequence: each target follows from the response before.
      const next = await this.#visit(url, fetch);
      if (!(next instanceof URL)) return { ...next, hosts };
      url = next;
    }
    throw new Refused('redirect');
  }

  /** Returns the page at a URL, or the target of its redirect. */
  async #visit(url: URL, fetch: Fetch): Promise<URL | { page: WebPage; mayCache: boolean }> {
    // Checked before robots.txt is fetched, because that is on the same host.
    const { signal, allowedHosts } = fetch;
    const addresses = await resolveHost(url, this.#resolveName, this.#testAddresses(), signal);
    if (fetch.asksRobots) await this.#robots.requireAllowed(url, { signal, allowedHosts });
    return this.#slots.run(url.host, signal, async () => {
      const response = await openResponse(url, addresses, {
        userAgent: this.#userAgent,
        accept: fetch.accept,
        signal,
        firstByteMilliseconds: (this.#options.firstByteSeconds ?? 8) * 1_000,
        certificates: this.#options.certificates,
      });
      try {
        return this.#redirectOf(response, url) ?? (await this.#readPage(response, url, fetch));
      } finally {
        response.destroy();
      }
    });
  }

  #redirectOf(response: IncomingMessage, url: URL): URL | undefined {
    if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return undefined;
    const { location } = response.headers;
    if (location === undefined) throw new Refused('redirect');
    const target = this.#read(location, url);
    if (url.protocol === 'https:' && target.protocol === 'http:') throw new Refused('redirect');
    return target;
  }

  async #readPage(response: IncomingMessage, url: URL, fetch: Fetch) {
    const { statusCode: status = 0, headers } = response;
    if (status < 200 || status > 299) {
      throw new Refused('status', { status, retryAfter: secondsIn(headers['retry-after']) });
    }
    const contentType = typeIn(headers['content-type']);
    if (!isAccepted(contentType, fetch.accept)) throw new Refused('content_type');
    const body = await readBody(response, fetch.maxBytes ?? defaultMaxBytes, fetch.signal);
    const page: WebPage = {
      kind: 'page',
      url: url.href,
      status,
      contentType,
      charset: charsetOf(headers['content-type'], body),
      body,
      fetched: this.#now(),
      sha256: createHash('sha256').update(body).digest('hex'),
    };
    return { page, mayCache: !/no-store|private/i.test(headers['cache-control'] ?? '') };
  }

  #read(text: string, base?: URL): URL {
    return readAddress(
      text,
      base,
      this.#testAddresses().map(({ port }) => port),
    );
  }

  #testAddresses(): readonly TestAddress[] {
    return this.#options.testAddresses ?? [];
  }
}

function isAccepted(contentType: string, accept: readonly string[]): boolean {
  return accept.includes(contentType);
}

function isHostAllowed(host: string, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || allowed.includes(host);
}

function secondsIn(retryAfter: string | undefined): number | undefined {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
}

/** How many bytes of a page are searched for its charset. Browsers search 1,024; many pages name it later. */
const searchedBytes = 100_000;

/** Returns the media type of a `Content-Type` header, in lower case and without parameters. */
function typeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Returns the charset of a page: UTF-8 if it is valid, else the one of its header, `<meta>` or XML declaration in which
 * it is valid, else a guess. Returns UTF-8 for bytes that are not text.
 */
export function charsetOf(header: string | undefined, body: Uint8Array): string {
  if (!/text|html|xml|json|^$/.test(typeIn(header))) return 'utf-8';
  const start = Buffer.from(body.subarray(0, searchedBytes)).toString('latin1');
  const head = start.split(/<\/head\s*>/i, 1)[0] ?? '';
  const declared = [
    /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(header ?? '')?.[1],
    ...[...head.matchAll(/<meta\b[^>]{0,400}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/gi)].map(
      ([, label]) => label,
    ),
    /^\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})/i.exec(start)?.[1],
  ];
  return findEncoding(body, declared) ?? 'utf-8';
}
