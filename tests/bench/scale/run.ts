import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mapConcurrently } from '#domain/concurrency.ts';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import { type ServerProcess, freePort, startServerProcess } from '../../setup/process.ts';
import { type Person, makePeople } from '../relay/people.ts';
import { startUpstream } from '../relay/relays.ts';
import { day, hours } from './day.ts';
import { clusterSeconds, processSeconds } from './processorTime.ts';
import { type LedgerSize, measureLedgerSizes } from './uniqueKey.ts';
import { Visitor } from './visitor.ts';

export type ScaleInput = {
  /** Visitors that are really simulated, of the day's 100,000. */
  visitors: number;
  /** Seconds that the compressed day takes. */
  seconds: number;
  /** Rows of the ledgers in which one more entry is measured. */
  ledgers: readonly number[];
  progress: (line: string) => void;
};

/** The cost of one piece of work. Milliseconds of a processor; bytes. */
export type Cost = { server: number; database: number; log: number; commits: number };

export type DayReport = {
  visitors: number;
  seconds: number;
  failed: number;
  page: { p50: number; p99: number };
  firstText: { p50: number; p99: number };
};

export type ScaleReport = {
  page: Cost & { bytes: number };
  read: Cost;
  question: Cost;
  /** Bytes in the database for a conversation of three questions with its ledger, events excluded. */
  conversationBytes: number;
  publish: { pages: number; seconds: number; changedPages: number; changeSeconds: number };
  day: DayReport;
  ledger: LedgerSize[];
};

const atOnce = 16;
const questionsAtOnce = 40;
const pace = { first: 20, tokens: 150, every: 2 };
const warmUps = 200;

type Site = {
  database: Database;
  postmaster: number;
  servers: readonly ServerProcess[];
  visitor: Visitor;
  people: readonly Person[];
};

/** Measures each piece of work alone, then a compressed day with all of them, at two servers. */
export async function runScaleBench(input: ScaleInput): Promise<ScaleReport> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-scale-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const closeAll = async () => {
    for (const close of opened.splice(0).toReversed()) await close().catch(() => undefined);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void closeAll().then(() => process.exit(1)));
  }
  try {
    const site = await openSite(input, folder, opened);
    const publish = await measurePublish(site);
    const work = await measureWork(site, input);
    const report = { ...work, publish, day: await runDay(site, input) };
    input.progress(`Ledgers of ${input.ledgers.join(' and ')} rows`);
    return { ...report, ledger: await measureLedgerSizes(site.database, input.ledgers) };
  } finally {
    await closeAll();
  }
}

async function openSite(
  { visitors, progress }: ScaleInput,
  folder: string,
  opened: (() => Promise<unknown>)[],
): Promise<Site> {
  await chmod(folder, 0o711);
  progress('Starting PostgreSQL, a fake provider and two servers, of which one publishes');
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
  opened.push(() => postgres.stop());
  await migrate(postgres.url);
  const database = connect(postgres.url, { warn: () => undefined }, 4);
  opened.push(() => database.close());
  const upstream = await startUpstream();
  opened.push(() => upstream.close());
  const servers: ServerProcess[] = [];
  for (const name of ['first', 'second']) {
    const starting = startServerProcess(await freePort(), {
      DATA_DIR: join(folder, name),
      DATABASE_URL: postgres.url,
      RELEASE_STORE: join(folder, 'release'),
      PUBLISH_AT_START: name === 'first' ? 'yes' : 'no',
      COMPATIBLE_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
      COMPATIBLE_MODEL: 'bench',
      QUESTIONS_PER_MINUTE: '0',
      QUESTIONS_PER_DAY: '0',
      DRAIN_SECONDS: '1',
      // Production writes it as well: outside of it, `info` means warnings only.
      LOG_LEVEL: 'debug',
    });
    // Also after a signal during its start.
    opened.push(async () => (await starting).end('SIGTERM'));
    servers.push(await starting);
  }
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from gpt order by id limit 50',
  );
  const gpts = rows.map(({ id }) => encodeURIComponent(id));
  const visitor = new Visitor(
    servers.map(({ url }) => url),
    {
      pages: ['/en', '/de', '/en/pricing', ...gpts.map((id) => `/en/gpts/${id}`)],
      reads: ['/api/gpts?size=24', ...gpts.map((id) => `/api/gpts/${id}`)],
    },
  );
  const pid = readFileSync(join(await clusterFolder(folder), 'postmaster.pid'), 'utf8').split(
    '\n',
  )[0];
  const people = await makePeople(database, Math.max(questionsAtOnce, Math.ceil(visitors / 10)));
  return { database, postmaster: Number(pid), servers, visitor, people };
}

/** The embedded database may be elsewhere, if its user cannot enter the data folder. */
async function clusterFolder(folder: string): Promise<string> {
  const located = await readFile(join(folder, 'postgres.location'), 'utf8').catch(() => undefined);
  return located?.trim() ?? join(folder, 'postgres');
}

async function measurePublish({ servers, database }: Site): Promise<ScaleReport['publish']> {
  const [server] = servers;
  const published = () => [
    ...(server?.output() ?? '').matchAll(/: (\d+) of (\d+) pages rendered, in ([\d.]+) s/g),
  ];
  const full = published().at(-1);
  await database.pool.query(
    `update gpt set name = name || '!' where id = (select min(id) from gpt)`,
  );
  await requestPublish(database.query, { by: 'the bench', isAutomatic: false });
  while (published().length < 2) await pause(500);
  const change = published().at(-1);
  return {
    pages: Number(full?.[2]),
    seconds: Number(full?.[3]),
    changedPages: Number(change?.[1]),
    changeSeconds: Number(change?.[3]),
  };
}

async function measureWork(
  site: Site,
  { visitors, progress }: ScaleInput,
): Promise<Omit<ScaleReport, 'publish' | 'day' | 'ledger'>> {
  const { visitor, people } = site;
  const each = (count: number, most: number, work: (index: number) => Promise<unknown>) =>
    mapConcurrently(Array.from({ length: count }).keys(), most, work);
  const ask = async (index: number) => {
    const cookie = people[index % people.length]?.cookie ?? '';
    await visitor.ask(cookie, pace);
  };
  progress('Warming up');
  await each(warmUps, atOnce, () => visitor.page());
  await each(warmUps, atOnce, () => visitor.read());
  await each(warmUps, questionsAtOnce, ask);
  let bytes = 0;
  const pages = visitors * day.pages;
  progress(`${pages} pages`);
  const page = await costOf(site, pages, () =>
    each(pages, atOnce, async () => (bytes += await visitor.page())),
  );
  const reads = visitors * day.reads;
  progress(`${reads} reads of the API`);
  const read = await costOf(site, reads, () => each(reads, atOnce, () => visitor.read()));
  const questions = Math.round(visitors * day.questions);
  progress(`${questions} questions`);
  const before = await storedBytes(site);
  const question = await costOf(site, questions, () => each(questions, questionsAtOnce, ask));
  const grown = (await storedBytes(site)) - before;
  return {
    page: { ...page, bytes: bytes / pages },
    read,
    question,
    conversationBytes: (grown / questions) * day.questionsInConversation,
  };
}

async function costOf(
  { servers, database, postmaster }: Site,
  count: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const pids = servers.map(({ child }) => child.pid ?? 0);
  const read = async () => ({
    server: processSeconds(pids),
    database: clusterSeconds(postmaster),
    ...(await written(database)),
  });
  const before = await read();
  await work();
  const after = await read();
  return {
    server: ((after.server - before.server) * 1_000) / count,
    database: ((after.database - before.database) * 1_000) / count,
    log: (after.log - before.log) / count,
    commits: (after.commits - before.commits) / count,
  };
}

/** Bytes in the log of changes, and commits, since PostgreSQL was started. */
async function written({ pool }: Database): Promise<{ log: number; commits: number }> {
  await pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await pool.query<{ log: number; commits: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log, xact_commit::float8 as commits
      from pg_stat_database where datname = current_database()`,
  );
  return rows[0] ?? { log: 0, commits: 0 };
}

/** Bytes of all tables with their indexes, without the events of answers, which are deleted after a day. */
async function storedBytes({ database }: Site): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(pg_class.oid))::float8 as bytes
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname = 'public' and relname <> 'answer_event'`,
  );
  return rows[0]?.bytes ?? 0;
}

/** All visitors of a day, each hour with its share, in as many seconds. */
async function runDay(site: Site, { visitors, seconds, progress }: ScaleInput): Promise<DayReport> {
  progress(`A day of ${visitors} visitors in ${seconds} s`);
  const [pages, firstTexts]: [number[], number[]] = [[], []];
  let failed = 0;
  const running: Promise<unknown>[] = [];
  const began = Date.now();
  for (const [hour, share] of hours.entries()) {
    const count = Math.round(visitors * share);
    for (let index = 0; index < count; index += 1) {
      const due = began + ((hour + index / count) * seconds * 1_000) / hours.length;
      await pause(Math.max(0, due - Date.now()));
      const asks = index % 5 === 0 ? day.questions * 5 : 0;
      const person = site.people[(hour * 997 + index) % site.people.length];
      const visit = visitOnce(site.visitor, person?.cookie ?? '', asks, pages, firstTexts);
      running.push(visit.catch(() => (failed += 1)));
    }
  }
  await Promise.all(running);
  return { visitors, seconds, failed, page: spread(pages), firstText: spread(firstTexts) };
}

async function visitOnce(
  visitor: Visitor,
  cookie: string,
  questions: number,
  pages: number[],
  firstTexts: number[],
): Promise<void> {
  for (let count = 0; count < day.pages; count += 1) {
    const began = performance.now();
    await visitor.page();
    pages.push(performance.now() - began);
  }
  for (let count = 0; count < day.reads; count += 1) await visitor.read();
  for (let count = 0; count < questions; count += 1) {
    firstTexts.push((await visitor.ask(cookie, pace)).firstText);
  }
}

function spread(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
