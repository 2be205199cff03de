import robotsParser from 'robots-parser';
import { Refused } from '#server/gateways/web/refused.ts';
import { type WebPage, type WebRefusal, pageText } from '#server/gateways/web/web.ts';
import { untilAborted } from '#server/untilAborted.ts';

/**
 * Fetches the robots.txt at this URL, from `allowedHosts` only if set. Callers cannot abort it, because they share it.
 */
export type FetchRobots = (
  url: URL,
  allowedHosts: readonly string[] | undefined,
) => Promise<WebPage | WebRefusal>;

type Options = { signal: AbortSignal; allowedHosts?: readonly string[] | undefined };

type Rules = { isAllowed(url: URL): boolean };
type Entry = { rules: Promise<Rules>; until: number };

const cacheMilliseconds = 3_600_000;
const failureCacheMilliseconds = 300_000;
const maxEntries = 500;

/** Longer rules are ignored: no real site has them. */
const maxRuleLength = 500;
/** The total length of rules with wildcards; further ones are ignored, because each is slow to match with a path. */
const maxWildcardCharacters = 20_000;

/** Caches the rules of sites for robots (RFC 9309), by origin and by the hosts to which robots.txt may redirect. */
export class Robots {
  readonly #entries = new Map<string, Entry>();
  readonly #fetchRobots: FetchRobots;
  readonly #userAgent: string;
  readonly #now: () => Date;

  constructor(parts: { fetchRobots: FetchRobots; userAgent: string; now: () => Date }) {
    this.#fetchRobots = parts.fetchRobots;
    this.#userAgent = parts.userAgent;
    this.#now = parts.now;
  }

  /** Throws `Refused` when the site's rules disallow this URL. */
  async requireAllowed(url: URL, { signal, allowedHosts }: Options): Promise<void> {
    const rules = await untilAborted(this.#rulesOf(url, allowedHosts), signal);
    if (!rules.isAllowed(url)) throw new Refused('robots');
  }

  /** Callers share one fetch, also when some of them abort. */
  #rulesOf(url: URL, allowedHosts: readonly string[] | undefined): Promise<Rules> {
    const now = this.#now().getTime();
    const key = [url.origin, ...(allowedHosts ?? [])].join(' ');
    const found = this.#entries.get(key);
    if (found !== undefined && found.until > now) return found.rules;
    const entry: Entry = { rules: this.#read(url, allowedHosts), until: now + cacheMilliseconds };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(oldest);
    }
    entry.rules.catch(() => {
      entry.until = now + failureCacheMilliseconds;
    });
    return entry.rules;
  }

  async #read(url: URL, allowedHosts: readonly string[] | undefined): Promise<Rules> {
    const address = new URL('/robots.txt', url);
    const fetched = await this.#fetchRobots(address, allowedHosts);
    if (fetched.kind === 'page') return rulesIn(address, pageText(fetched), this.#userAgent);
    const { reason, status = 0 } = fetched;
    // A missing or unreadable robots.txt means that there are no rules. 429 (too many requests) is not missing.
    if (reason === 'status' && status >= 400 && status < 500 && status !== 429) return everything;
    if (reason === 'content_type') return everything;
    // An unreachable robots.txt disallows everything until it can be read.
    throw new Refused(reason === 'status' ? 'robots' : reason);
  }
}

const everything: Rules = { isAllowed: () => true };

function rulesIn(address: URL, text: string, userAgent: string): Rules {
  let wildcardCharacters = 0;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => {
    if (!/^\s*(?:dis)?allow/i.test(line)) return true;
    if (line.includes('*')) wildcardCharacters += line.length;
    return line.length <= maxRuleLength && wildcardCharacters <= maxWildcardCharacters;
  });
  const robots = robotsParser(address.href, lines.join('\n'));
  return { isAllowed: (url) => robots.isAllowed(url.href, userAgent) !== false };
}
