import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { checkAnswers } from '../setup/answerKills.ts';
import { EngineProbe } from '../setup/cluster/engineProbe.ts';
import { PatroniCluster } from '../setup/cluster/patroniCluster.ts';
import { StatusLog, longestGap } from '../setup/cluster/statusLog.ts';
import { Workload } from '../setup/cluster/workload.ts';
import { type ServerProcess, freePort, startServerProcess } from '../setup/process.ts';
import { Random } from '../setup/random.ts';
import { type StripeServer, startStripeServer } from '../setup/stripe/stripeServer.ts';

const seed = Number(process.env['CLUSTER_SEED'] ?? Date.now() % 1_000_000);
const random = new Random(seed);
const rounds = Number(process.env['CLUSTER_ROUNDS'] ?? 2);

const events = ['leader', 'etcd', 'HAProxy', 'server', 'switchover'] as const;
/** `CLUSTER_EVENT=etcd` repeats one of them. */
const only = process.env['CLUSTER_EVENT'];
const chosen = events.filter((event) => only === undefined || event === only);
/** Longest time that the service may be away beyond that of the database. */
const ownSeconds = 3;
const calmMilliseconds = 15_000;
const askers = 12;
const buyers = 2;

let folder: string;
let cluster: PatroniCluster;
let stripe: StripeServer;
let database: Database;
const ports = [await freePort(), await freePort()];
const urls = ports.map((port) => `http://localhost:${port}`);
const servers: ServerProcess[] = [];
let log = '';

async function startServer(index: number): Promise<void> {
  const { secretKey, webhookSecrets, apiUrl = '' } = stripe.config;
  servers[index] = await startServerProcess(ports[index] ?? 0, {
    DATA_DIR: join(folder, String(index)),
    DATABASE_URL: cluster.url,
    READ_DATABASE_URL: cluster.replicaUrl,
    // One of the two publishes: the machine has two cores.
    PUBLISH_AT_START: index === 0 ? 'yes' : 'no',
    FIRST_TOKEN_SECONDS: '10',
    IDLE_SECONDS: '5',
    HEARTBEAT_SECONDS: '1',
    DRAIN_SECONDS: '1',
    QUESTIONS_PER_MINUTE: '0',
    QUESTIONS_PER_DAY: '0',
    LOG_LEVEL: 'warn',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
    STRIPE_API_HOST: apiUrl,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
  });
}

/** Makes something happen. Returns what ends it. */
async function happen(event: (typeof events)[number]): Promise<() => unknown> {
  if (event === 'leader') return cluster.killLeader();
  if (event === 'etcd') return cluster.killEtcd(random.whole(0, 2));
  if (event === 'HAProxy') return cluster.killHaproxy();
  if (event === 'switchover') return cluster.switchOver();
  const index = random.whole(0, 1);
  log += servers[index]?.output() ?? '';
  await servers[index]?.end('SIGKILL');
  return () => startServer(index);
}

/** Seconds until what was killed is started again, as a service manager or an operator does. */
const repairSeconds = { leader: 30, etcd: 10, HAProxy: 2, server: 1, switchover: 15 } as const;

beforeAll(async () => {
  console.log(`CLUSTER_SEED=${seed}`);
  folder = await mkdtemp(join(tmpdir(), 'dolores-failover-'));
  cluster = await PatroniCluster.start();
  stripe = await startStripeServer();
  database = connect(cluster.url, { warn: () => undefined }, 5);
  await startServer(0);
  await startServer(1);
}, 600_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await database?.close();
  await stripe?.close();
  await cluster?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a cluster of three databases, of which one after the other loses its machine', () => {
  it('loses no answer and no credit, and never fails without a reason', async () => {
    const workload = new Workload({ database, urls, stripe, random });
    const statuses = new StatusLog(urls);
    const probe = new EngineProbe(cluster.probeUrl);
    const rows: Record<string, unknown>[] = [];
    await workload.start(askers, buyers, true);
    const calmFrom = Date.now();
    await pause(calmMilliseconds);
    // On a machine that is busy with something else, questions are further apart.
    const calm = longestGap(statuses.accepted(), calmFrom, Date.now());
    console.log(`Undisturbed, ${calm} s between two accepted questions at most`);
    for (const event of shuffled(Array.from({ length: rounds }, () => chosen).flat())) {
      const [from, answersBefore] = [Date.now(), workload.answers.length];
      const repair = await happen(event);
      await pause(repairSeconds[event] * 1_000);
      await repair();
      await cluster.whenWhole();
      await pause(random.whole(2_000, 5_000));
      const to = Date.now();
      const ended = workload.answers.slice(answersBefore);
      const refusals = statuses.seen.filter(({ at, status }) => at > from && status >= 500);
      rows.push({
        event,
        engine: longestGap(probe.times, from, to),
        service: longestGap(statuses.accepted(), from, to),
        finished: ended.filter(({ end }) => end.state === 'finished').length,
        free: ended.filter(({ end }) => end.state !== 'finished').length,
        busy: refusals.filter(({ status }) => status === 503).length,
        others: refusals.filter(({ status }) => status !== 503).length,
      });
      console.table(rows);
    }
    await workload.stop();
    await probe.close();
    statuses.close();
    await settled(workload);
    await checkAnswers(database, workload.answers);
    log += servers.map((server) => server.output()).join('');
    const failed = statuses.seen.filter(({ status }) => status >= 500 && status !== 503);
    const unexpected = log.split('\n').filter((line) => /"level":50/.test(line));
    expect({ failed, unexpected }).toEqual({ failed: [], unexpected: [] });
    const late = rows.filter(
      ({ engine, service }) => Number(service) > Number(engine) + ownSeconds + calm,
    );
    expect(late).toEqual([]);
  });
});

/** Waits until every payment has its credits, and the last edit its page; then compares the sums. */
async function settled(workload: Workload): Promise<void> {
  const paid = workload.paid.map(({ orderId }) => orderId);
  await expect
    .poll(
      async () => {
        const { rows } = await database.pool.query<{ id: string }>(
          `select id from payment_order where state = 'fulfilled'`,
        );
        const fulfilled = new Set(rows.map(({ id }) => id));
        return paid.filter((id) => !fulfilled.has(id));
      },
      { timeout: 120_000, interval: 500 },
    )
    .toEqual([]);
  const { rows } = await database.pool.query<{ credits: number }>(
    `select coalesce(sum(balance_change), 0)::int as credits from ledger_entry where kind = 'grant' and source_type = 'order'`,
  );
  expect(rows[0]?.credits).toBe(500 * paid.length);
  console.log(`${workload.answers.length} answers, ${paid.length} payments`);
  if (workload.lastName === '') return;
  await expect
    .poll(async () => (await fetch(`${urls[0]}/en/gpts/${workload.gptId}`)).text(), {
      timeout: 300_000,
      interval: 1_000,
    })
    .toContain(workload.lastName);
}

function shuffled<Value>(values: Value[]): Value[] {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = random.whole(0, index);
    [values[index], values[other]] = [values[other] as Value, values[index] as Value];
  }
  return values;
}
