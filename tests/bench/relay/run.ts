import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { pinToCore } from './cores.ts';
import { type IdleReport, measureIdle } from './idlePages.ts';
import { cores, measureRun } from './measure.ts';
import type { Pace } from './pace.ts';
import { makePeople } from './people.ts';
import { type Relay, startBareRelay, startOurs, startUpstream } from './relays.ts';
import { type RelayReport, reportOf } from './report.ts';

export type BenchInput = {
  /** Numbers of streams at once. */
  streams: readonly number[];
  /** Runs of each relay with each number. */
  rounds: number;
  /** Streams that are held open at once at the end; 0 for none. */
  held: number;
  /** Idle pages that are held open after that; 0 for none. */
  idle: number;
  nodeOptions: readonly string[];
  progress: (line: string) => void;
};

const pace: Pace = { first: 300, tokens: 120, every: 1_000 / 30 };
/** A word a second, and all of them open for most of the time: the test is that none is lost. */
const heldPace: Pace = { first: 300, tokens: 30, every: 1_000 };
/** Milliseconds between two of those that are held open. */
const heldApart = 10;
/** Two heartbeats of every stream. */
const idleSeconds = 30;
/** A server that has run for a while has compiled its hot functions. */
const warmUps = 4;

/** Measures our server and a bare relay in turn, each alone on one core, everything else on the other one. */
export async function runBench(
  input: BenchInput,
): Promise<{ reports: RelayReport[]; idle: IdleReport | undefined }> {
  pinToCore(cores.other);
  const folder = await mkdtemp(join(tmpdir(), 'dolores-relay-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const relays = await startRelays(input, folder, opened);
    input.progress('Warming up');
    for (let warm = 0; warm < warmUps; warm += 1) {
      for (const relay of relays) await measureRun(relay, 100, { ...pace, every: 15 });
    }
    const reports: RelayReport[] = [];
    for (const streams of input.streams)
      reports.push(...(await measureRelays(input, relays, streams)));
    if (input.held > 0) reports.push(...(await holdOpen(input, relays)));
    const ours = relays.at(-1);
    if (input.idle === 0 || !ours) return { reports, idle: undefined };
    input.progress(`${input.idle} idle pages for ${idleSeconds} s`);
    return { reports, idle: await measureIdle(ours, input.idle, idleSeconds) };
  } finally {
    for (const close of opened.toReversed()) await close().catch(() => undefined);
  }
}

async function startRelays(
  { streams, held, idle, nodeOptions, progress }: BenchInput,
  folder: string,
  opened: (() => Promise<unknown>)[],
): Promise<Relay[]> {
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(folder, 0o711);
  progress('Starting PostgreSQL, the fake upstream and both relays');
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
  opened.push(() => postgres.stop());
  await migrate(postgres.url);
  const database = connect(postgres.url, { warn: () => undefined }, 4);
  const people = await makePeople(database, Math.max(100, ...streams, held, idle));
  await database.close();
  const upstream = await startUpstream();
  opened.push(() => upstream.close());
  const bare = await startBareRelay(cores.relay, upstream.port);
  opened.push(() => bare.close());
  const ours = await startOurs({
    core: cores.relay,
    upstreamPort: upstream.port,
    databaseUrl: postgres.url,
    folder,
    people,
    nodeOptions,
  });
  opened.push(() => ours.close());
  return [bare, ours];
}

async function measureRelays(
  { rounds, progress }: BenchInput,
  relays: readonly Relay[],
  streams: number,
): Promise<RelayReport[]> {
  const runs = relays.map(() => [] as Awaited<ReturnType<typeof measureRun>>[]);
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${streams} streams at once, round ${round} of ${rounds}`);
    for (const [index, relay] of relays.entries()) {
      runs[index]?.push(await measureRun(relay, streams, pace));
    }
  }
  return runs.map((some) => reportOf(some, pace));
}

async function holdOpen(
  { held, progress }: BenchInput,
  relays: readonly Relay[],
): Promise<RelayReport[]> {
  progress(`${held} streams held open`);
  const reports: RelayReport[] = [];
  for (const relay of relays) {
    reports.push(reportOf([await measureRun(relay, held, heldPace, heldApart)], heldPace));
  }
  return reports;
}
