import { searchLimits } from '#domain/search/aiSearch.ts';
import { dayOf } from '#domain/dates.ts';
import type { SearchPlatform } from '#server/context.ts';
import {
  type FoundPage,
  type SearchEngine,
  SearchError,
  type SearchFailure,
} from '#server/gateways/search/search.ts';
import type { WebPage } from '#server/gateways/web/web.ts';
import type { AccountOutcome } from '#server/services/costs/providerAccounts.ts';
import { textHash } from '#server/services/search/textHash.ts';
import type { ReadPage } from '#server/services/search/passages/chooseSources.ts';
import { readPages } from '#server/services/search/reading/readPages.ts';

const accept = ['text/html', 'application/xhtml+xml', 'text/plain', 'application/pdf'];

/** Most bytes of a page: larger ones are not worth the wait. */
const pageMaxBytes = 2_000_000;
const pageSeconds = 8;

/** Most pages of one host, so that an answer has different sources. */
const pagesPerHost = 3;

/** Shortest and longest pause between queries, in ms. Random, as search engines block regular intervals. */
const pauseMilliseconds = [200, 600] as const;

export type SearchedQueries = {
  engines: readonly SearchEngine[];
  queries: readonly string[];
  /** Records the price of a query to a search engine. */
  spend: (engine: SearchEngine) => Promise<void>;
};

/**
 * Returns the pages that search engines find for some queries, the best first. Queries are sent one after the other;
 * after a failure the next engine is used. Throws `SearchError` when every engine failed.
 */
export async function findPages(
  platform: SearchPlatform,
  { engines, queries, spend }: SearchedQueries,
  signal: AbortSignal,
): Promise<FoundPage[]> {
  let left = [...engines];
  let last: unknown;
  const found: FoundPage[][] = [];
  for (const query of queries) {
    if (found.length > 0) await pause(signal);
    while (left[0] !== undefined) {
      const [engine] = left;
      try {
        found.push(await askEngine(platform, engine, spend, { query, signal }));
        break;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SearchError)) throw error;
        platform.log.warn(
          { engine: engine.name, reason: error.reason },
          'a search engine did not answer',
        );
        last = error;
        left = left.slice(1);
      }
    }
  }
  if (found.length === 0) throw last;
  return pickPages(found);
}

/** Asks an engine, unless its cap is reached or its account is closed. Throws `SearchError`. */
async function askEngine(
  { spending, accounts }: SearchPlatform,
  engine: SearchEngine,
  spend: SearchedQueries['spend'],
  { query, signal }: { query: string; signal: AbortSignal },
): Promise<FoundPage[]> {
  const { name, key } = engine;
  if (await spending.isPaused(`${name}/search`)) throw new SearchError(name, 'busy');
  const endRequest = await accounts.begin(name, { key });
  if (!endRequest) throw new SearchError(name, 'unauthorised');
  let outcome: AccountOutcome;
  try {
    await spend(engine);
    const found = await engine.search(query, signal);
    outcome = 'served';
    return found;
  } catch (error) {
    outcome = error instanceof SearchError ? accountProblems[error.reason] : undefined;
    throw error;
  } finally {
    endRequest(outcome);
  }
}

const accountProblems: Partial<Record<SearchFailure, AccountOutcome>> = {
  unauthorised: 'refused',
  empty_account: 'empty',
};

/** Fetches pages, a few at a time, and extracts their texts. Unreadable pages are left out. */
export async function openPages(
  { web }: SearchPlatform,
  found: readonly FoundPage[],
  signal: AbortSignal,
): Promise<ReadPage[]> {
  const options = { accept, signal, maxBytes: pageMaxBytes, timeoutSeconds: pageSeconds };
  const fetched = await Promise.all(
    found.map(async (page) => ({ page, got: await web.fetchPage(page.url, options) })),
  );
  signal.throwIfAborted();
  const opened = fetched.flatMap(({ page, got }) => (got.kind === 'page' ? [{ page, got }] : []));
  const tasks = opened.map(({ got }) => toTask(got));
  const readings = await readPages(tasks, signal);
  const pages = opened.flatMap(({ page, got }, index) => {
    const reading = readings[index];
    if (!reading) return [];
    const url = new URL(got.url);
    const read: ReadPage & { canonical: string | undefined } = {
      kind: 'page',
      url: got.url,
      host: url.host,
      title: reading.title || page.title || url.host,
      date: reading.date ?? possible(page.date, got.fetched),
      fetched: got.fetched.toISOString(),
      text_hash: textHash(reading.text),
      text: reading.text,
      canonical: reading.canonical,
    };
    return [read];
  });
  return withoutCopies(pages);
}

/**
 * Removes pages that were reached twice: by a redirect, by an address with other parameters that names the same canonical
 * one, or with the same text. Only an address of the same host counts as canonical, because a page may name any.
 */
function withoutCopies(
  pages: readonly (ReadPage & { canonical: string | undefined })[],
): ReadPage[] {
  const known = new Set<string>();
  return pages.flatMap(({ canonical, ...page }) => {
    const named = canonical === undefined ? null : URL.parse(canonical, page.url);
    // Some sites name their home page on every page.
    const isOwn = named?.pathname !== '/' && named?.host === new URL(page.url).host;
    const keys = [
      page.text_hash,
      addressKey(new URL(page.url)),
      ...(isOwn && named ? [addressKey(named)] : []),
    ];
    const isCopy = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return isCopy ? [] : [page];
  });
}

/** Parameters that only name the origin of a reader. */
const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref_src)$/i;

/** Returns the same key for addresses of one page: with and without `www.`, encryption, a fragment or tracking. */
function addressKey(address: URL): string {
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()].filter((one) => tracking.test(one))) {
    url.searchParams.delete(name);
  }
  url.searchParams.sort();
  const path = url.pathname.replace(/\/(?:index\.html?)?$/, '');
  return `${hostOf(url)}${path}${url.search}`;
}

function hostOf(url: URL): string {
  return url.host.replace(/^(?:www|m|amp)\./, '');
}

function toTask({ contentType, charset, body }: WebPage) {
  return { contentType, charset, body: Buffer.from(body).toString('base64') };
}

function possible(date: string | null, now: Date): string | null {
  return date !== null && date <= dayOf(now) ? date : null;
}

/** Picks the first result of each query, then the second of each, and so on; no address twice, few of one host. */
function pickPages(found: readonly FoundPage[][]): FoundPage[] {
  const picked = new Map<string, FoundPage>();
  const hosts = new Map<string, number>();
  const longest = Math.max(...found.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, index) => found.map((list) => list[index]));
  for (const page of inTurn.flat()) {
    const url = page && URL.parse(page.url);
    if (!page || !url || picked.size === searchLimits.pages) continue;
    const ofHost = hosts.get(url.host) ?? 0;
    const key = addressKey(url);
    if (picked.has(key) || ofHost >= pagesPerHost) continue;
    hosts.set(url.host, ofHost + 1);
    picked.set(key, page);
  }
  return [...picked.values()];
}

async function pause(signal: AbortSignal): Promise<void> {
  const [least, most] = pauseMilliseconds;
  const milliseconds = least + Math.random() * (most - least);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}
