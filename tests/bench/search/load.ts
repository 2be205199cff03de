import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { endpointUrl } from '#contract/endpoint.ts';
import { listGpts } from '#contract/gpts/gpts.ts';
import { type JudgedQuery, readJudgedQueries } from '../../fixtures/search/readJudgedQueries.ts';
import { prepareCatalogue } from '../api/catalogue.ts';
import { startEmptyServer, startRealServer, timeUntilReady } from '../api/servers.ts';

export type LoadInput = {
  /** GPTs of the made-up catalogue, and the folder in which its database is kept. */
  count: number;
  folder: string;
  /** Clients that search at the same time, each one query after the other. */
  clients: number;
  seconds: number;
  progress: (line: string) => void;
};

/** Milliseconds; `megabytes` is the server's memory in use, with its thread and without PostgreSQL. */
export type LoadReport = {
  requests: number;
  p50: number;
  p95: number;
  p99: number;
  megabytes: number | null;
};

export type LoadReports = {
  repeated: LoadReport;
  distinct: LoadReport;
  empty: LoadReport;
  /** The time until the index was ready. */
  readSeconds: number;
};

/** Days of history of the catalogue: searches read none. */
const days = 2;

/**
 * Searches from many clients over HTTP: the judged queries again and again, then queries that are never repeated. Asks an
 * empty handler in the same way.
 */
export async function runLoad(input: LoadInput): Promise<LoadReports> {
  const { count, folder, progress } = input;
  const catalogue = { count, days, seed: 1 };
  const dataDir = await prepareCatalogue(folder, catalogue, { fresh: false, progress });
  const [server, empty] = await Promise.all([startRealServer(dataDir), startEmptyServer()]);
  try {
    const judged = await readJudgedQueries('judged');
    const paths = pathsOf(judged);
    const distinctPaths = pathsOf(mixedQueries(judged));
    progress('Reading the catalogue into memory');
    const readSeconds = await timeUntilReady(server);
    progress(`Searching from ${input.clients} clients`);
    await ask(server.url, paths, { ...input, seconds: 3 });
    const repeated = await ask(server.url, paths, input);
    const distinct = await ask(server.url, distinctPaths, input);
    const megabytes = await memoryOf(server.pid);
    const reference = await ask(empty.url, ['/'], input);
    return { repeated, distinct: { ...distinct, megabytes }, empty: reference, readSeconds };
  } finally {
    await Promise.all([server.close(), empty.close()]);
  }
}

type Query = Pick<JudgedQuery, 'query' | 'locale'>;

/**
 * Every two judged queries of a language as one: the first half of the words of one, the second half of the other's. These
 * are far more than a server remembers, and all languages take turns.
 */
function mixedQueries(judged: readonly Query[]): Query[] {
  const mixed = judged.flatMap((_, step) =>
    judged.flatMap(({ query, locale }, index) => {
      const other = judged[(index + step) % judged.length];
      if (step === 0 || other?.locale !== locale) return [];
      const words = query.split(' ');
      const otherWords = other.query.split(' ');
      const first = words.slice(0, Math.ceil(words.length / 2));
      const second = otherWords.slice(Math.floor(otherWords.length / 2));
      return [{ query: [...first, ...second].join(' '), locale }];
    }),
  );
  return [...new Map(mixed.map((query) => [JSON.stringify(query), query])).values()];
}

function pathsOf(queries: readonly Query[]): string[] {
  return queries.map(({ query, locale }) => endpointUrl(listGpts, { query: { query, locale } }));
}

async function ask(
  url: string,
  paths: readonly string[],
  { clients, seconds }: Pick<LoadInput, 'clients' | 'seconds'>,
): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const ends = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (performance.now() < ends) {
      const path = paths[(next += 1) % paths.length] ?? '/';
      times.push(await timed(agent, `${url}${path}`));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), megabytes: null };
}

async function timed(agent: Agent, url: string): Promise<number> {
  const start = performance.now();
  const answered = Promise.withResolvers<number | undefined>();
  get(url, { agent }, (response) => {
    response.on('error', answered.reject).on('end', () => answered.resolve(response.statusCode));
    response.resume();
  }).on('error', answered.reject);
  const status = await answered.promise;
  if (status !== 200) throw new Error(`${url} was answered with ${status}`);
  return performance.now() - start;
}

/** Linux only: `null` elsewhere. */
async function memoryOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_000);
}
