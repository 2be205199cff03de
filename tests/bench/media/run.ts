import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { readAll } from '../../setup/chat.ts';
import { makers, order } from '../../setup/mediaJobs.ts';
import { type WorkerProcess, startWorkerProcess } from '../../setup/process.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { smoothPlan } from '../../setup/studio/plan.ts';
import { Providers } from '../../setup/studio/providers.ts';
import { environmentOf, publicUrl } from '../../setup/studio/studioEnvironment.ts';
import { cpuMilliseconds, residentBytes } from '../relay/cores.ts';
import { makePeople } from '../relay/people.ts';
import type { MediaReport } from './report.ts';
import { noteSteps, takeSteps } from './steps.ts';

export type BenchInput = {
  jobs: number;
  /** How long all jobs are in flight. */
  seconds: number;
  /** Workers of each run. */
  runs: readonly number[];
  progress: (line: string) => void;
};

/** Jobs of one user at once. */
const jobsOfUser = 2;

/** Bytes of each result: a short video. */
const resultBytes = 4_000_000;

type Bench = {
  database: Database;
  databaseUrl: string;
  providers: Providers;
  server: TestServer;
  folder: string;
};

/** Measures workers of media jobs with many jobs in flight, at a local server that speaks Replicate's protocol. */
export async function runBench({ runs, ...input }: BenchInput): Promise<MediaReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-media-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const bench = await open(folder, opened);
    const reports: MediaReport[] = [];
    for (const workers of runs) reports.push(await measure(bench, workers, input));
    return reports;
  } finally {
    for (const close of opened.toReversed()) await close().catch(() => undefined);
  }
}

async function open(folder: string, opened: (() => Promise<unknown>)[]): Promise<Bench> {
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
  opened.push(() => postgres.stop());
  await migrate(postgres.url);
  const database = connect(postgres.url, { warn: () => undefined }, 20);
  opened.push(() => database.close());
  await noteSteps(database);
  const providers = await Providers.start();
  providers.extraBytes = resultBytes;
  opened.push(() => providers.close());
  const server = await startTestServer({
    environment: environmentOf(providers, ['replicate'], folder),
    database: { ...database, drop: () => database.close() },
  });
  opened.push(() => server.close());
  return { database, databaseUrl: postgres.url, providers, server, folder };
}

async function measure(
  bench: Bench,
  count: number,
  { jobs, seconds, progress }: Omit<BenchInput, 'runs'>,
): Promise<MediaReport> {
  const { database, providers } = bench;
  progress(`${jobs} jobs, ${count} ${count === 1 ? 'worker' : 'workers'}`);
  const names = Array.from({ length: count }, (_, index) => `${index + 1} of ${count}`);
  const workers = await Promise.all(names.map((name) => startWorker(bench, name, jobs)));
  const pids = workers.map(({ child }) => child.pid ?? 0);
  const peaks = watchMemory(pids);
  await askFor(bench, jobs, `run${count}`);
  await waitFor(database, `ticket is not null and state <> 'stored'`, jobs);
  await takeSteps(database);
  const before = pids.map(cpuMilliseconds);
  await pause(seconds * 1_000);
  const after = pids.map(cpuMilliseconds);
  const steps = await takeSteps(database);
  progress('All are ready at once');
  const ready = performance.now();
  for (const one of providers.orders) one.isOverdue = true;
  const stored = await waitFor(database, `prompt like '%#run${count}' and state = 'stored'`, jobs);
  const deliveredSeconds = (performance.now() - ready) / 1_000;
  const peakBytes = peaks.stop();
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  const broken = (await verifyLedger(database)).map(({ rule }) => rule);
  const uses = names.map((name, index) => ({
    name,
    cpuMilliseconds: (after[index] ?? 0) - (before[index] ?? 0),
    peakBytes: peakBytes[index] ?? 0,
  }));
  return { jobs, seconds, steps, workers: uses, deliveredSeconds, stored, broken };
}

function startWorker(bench: Bench, name: string, jobs: number): Promise<WorkerProcess> {
  const url = new URL(bench.databaseUrl);
  url.searchParams.set('application_name', name);
  return startWorkerProcess({
    ...environmentOf(bench.providers, ['replicate'], bench.folder),
    DATA_DIR: join(bench.folder, `worker ${name}`),
    DATABASE_URL: url.href,
    PUBLIC_URL: publicUrl,
    MEDIA_AT_ONCE: String(jobs),
    MEDIA_AT_ONCE_AT_PROVIDER: String(jobs),
  });
}

/** Asks for videos that are being made until all are said to be ready. */
async function askFor({ database, providers, server }: Bench, jobs: number, name: string) {
  providers.plans.set(name, { ...smoothPlan, outcome: 'late' });
  const people = await makePeople(database, Math.ceil(jobs / jobsOfUser));
  for (let index = 0; index < jobs; index += 1) {
    const { cookie = '' } = people[Math.floor(index / jobsOfUser)] ?? {};
    const response = await order(server, cookie, `a fox #${name}`, { model: makers.video });
    await readAll(response, ({ accepted }) => accepted !== undefined);
  }
}

/** Waits until so many jobs are like this. Returns how many are, also when they do not become more for a minute. */
async function waitFor({ pool }: Database, condition: string, jobs: number): Promise<number> {
  let [found, changed] = [0, performance.now()];
  while (found < jobs && performance.now() - changed < 60_000) {
    const counting = `select count(*)::integer as count from media_job where ${condition}`;
    const { rows } = await pool.query<{ count: number }>(counting);
    const now = rows[0]?.count ?? 0;
    if (now !== found) changed = performance.now();
    found = now;
    await pause(200);
  }
  return found;
}

/** Looks how much memory processes have, several times a second; `stop` returns the most of each. */
function watchMemory(pids: readonly number[]): { stop: () => number[] } {
  const peaks = pids.map(() => 0);
  const look = () => {
    for (const [index, pid] of pids.entries()) {
      peaks[index] = Math.max(peaks[index] ?? 0, residentBytes(pid));
    }
  };
  const timer = setInterval(look, 250);
  return {
    stop: () => {
      clearInterval(timer);
      return peaks;
    },
  };
}
