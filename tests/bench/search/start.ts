import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointUrl } from '#contract/endpoint.ts';
import { listGpts } from '#contract/gpts/gpts.ts';
import { readJudgedQueries } from '../../fixtures/search/readJudgedQueries.ts';
import { prepareCatalogue } from '../api/catalogue.ts';
import { type BenchServer, startRealServer, timeUntilReady } from '../api/servers.ts';

export type StartInput = {
  count: number;
  /** The folder of the database. */
  folder: string;
  progress: (line: string) => void;
};

/** Milliseconds since the process was started, except those of the first search. */
export type StartReport = {
  name: string;
  listening: number;
  ready: number;
  firstSearch: number;
  everything: number;
};

type Measured = { report: StartReport; found: string[] };

const queriesAtMost = 200;

/** Starts a server on a made-up catalogue without a stored index, then again with it. */
export async function runStarts({ count, folder, progress }: StartInput) {
  const catalogue = { count, days: 2, seed: 1 };
  const dataDir = await prepareCatalogue(folder, catalogue, { fresh: false, progress });
  await rm(join(dataDir, 'search'), { recursive: true, force: true });
  const paths = (await readJudgedQueries('judged'))
    .slice(0, queriesAtMost)
    .map(({ query, locale }) => endpointUrl(listGpts, { query: { query, locale } }));
  const measured: Measured[] = [];
  for (const name of ['without stored index', 'restart', 'second restart']) {
    progress(`Starting a server: ${name}`);
    measured.push(await measureStart(name, dataDir, paths));
  }
  const [first, ...others] = measured.map(({ found }) => found);
  const identical = (first ?? []).filter((text, at) => others.every((list) => list[at] === text));
  return {
    starts: measured.map(({ report }) => report),
    queries: paths.length,
    identical: identical.length,
  };
}

async function measureStart(
  name: string,
  dataDir: string,
  paths: readonly string[],
): Promise<Measured> {
  const started = performance.now();
  const passed = () => performance.now() - started;
  const server = await startRealServer(dataDir);
  try {
    const listening = passed();
    await untilOk(server);
    const ready = passed();
    const asked = performance.now();
    await fetchText(server, paths[0] ?? '/');
    const firstSearch = performance.now() - asked;
    await timeUntilReady(server);
    const report = { name, listening, ready, firstSearch, everything: passed() };
    const found: string[] = [];
    for (const path of paths) found.push(await fetchText(server, path));
    return { report, found };
  } finally {
    await server.close();
  }
}

async function untilOk({ url }: BenchServer): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await pause(20);
}

async function fetchText({ url }: BenchServer, path: string): Promise<string> {
  return (await fetch(`${url}${path}`)).text();
}
