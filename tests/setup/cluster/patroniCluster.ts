import { readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../process.ts';
import { Daemon } from './daemon.ts';
import { type Ports, etcdArguments, haproxyFile, patroniFile } from './files.ts';
import { databaseUser, requirePrograms } from './programs.ts';

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number };

const members = [0, 1, 2];
const limitSeconds = 120;

/** PostgreSQL 15 with three members, Patroni, three etcd and HAProxy, in a temporary folder on loopback. */
export class PatroniCluster {
  readonly ports: Ports;
  readonly #folder: string;
  readonly #etcd: readonly Daemon[];
  readonly #patroni: readonly Daemon[];
  readonly #haproxy: Daemon;

  private constructor(folder: string, ports: Ports) {
    this.#folder = folder;
    this.ports = ports;
    const user = databaseUser();
    this.#etcd = members.map((index) => {
      const args = etcdArguments(folder, index, ports);
      return new Daemon({ path: '/usr/bin/etcd', args, log: join(folder, `e${index}.log`), user });
    });
    this.#patroni = members.map(
      (index) =>
        new Daemon({
          path: '/usr/bin/patroni',
          args: [join(folder, `m${index}.yml`)],
          log: join(folder, `m${index}.log`),
          user,
          others: () => postmaster(join(folder, `m${index}`)),
        }),
    );
    this.#haproxy = new Daemon({
      path: '/usr/sbin/haproxy',
      args: ['-db', '-f', join(folder, 'haproxy.cfg')],
      log: join(folder, 'haproxy.log'),
      user,
    });
  }

  static async start(): Promise<PatroniCluster> {
    requirePrograms();
    const folder = await mkdtemp(join(tmpdir(), 'dolores-cluster-'));
    const user = databaseUser();
    await chmod(folder, 0o755);
    if (user) await chown(folder, user.uid, user.gid);
    const ports = await choosePorts();
    for (const index of members) {
      await writeFile(join(folder, `m${index}.yml`), patroniFile(folder, index, ports));
    }
    await writeFile(join(folder, 'haproxy.cfg'), haproxyFile(ports));
    const cluster = new PatroniCluster(folder, ports);
    try {
      await cluster.#startAll();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** The database of Dolores on the leader, through HAProxy. */
  get url(): string {
    return `postgresql://dolores@127.0.0.1:${this.ports.primary}/dolores?sslmode=disable`;
  }

  /** Another database on the leader, with the table of `EngineProbe`. */
  get probeUrl(): string {
    return `postgresql://postgres@127.0.0.1:${this.ports.primary}/postgres?sslmode=disable`;
  }

  /** The database of Dolores on a replica. */
  get replicaUrl(): string {
    return `postgresql://dolores@127.0.0.1:${this.ports.replicas}/dolores?sslmode=disable`;
  }

  /** The machine of the leader loses its power. Returns how it gets it back. */
  async killLeader(): Promise<() => void> {
    const daemon = this.#patroni[await this.#leader()];
    await daemon?.kill();
    return () => daemon?.start();
  }

  async killEtcd(index: number): Promise<() => void> {
    await this.#etcd[index]?.kill();
    return () => this.#etcd[index]?.start();
  }

  async killHaproxy(): Promise<() => void> {
    await this.#haproxy.kill();
    return () => this.#haproxy.start();
  }

  /** A planned change of the leader. */
  async switchOver(): Promise<() => void> {
    const leader = await this.#leader();
    await fetch(`http://127.0.0.1:${this.ports.members[leader]?.patroni}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: `m${leader}` }),
    });
    return () => undefined;
  }

  /** Waits for a leader, a synchronous replica and a second one. */
  async whenWhole(): Promise<void> {
    await waitFor(`three members: ${this.#folder}`, async () => {
      const found = await this.#members();
      const roles = found
        .filter(({ state }) => state === 'running' || state === 'streaming')
        .map(({ role }) => role);
      return roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby');
    });
  }

  async close(): Promise<void> {
    for (const daemon of [this.#haproxy, ...this.#patroni, ...this.#etcd]) await daemon.kill();
    await pause(500);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #startAll(): Promise<void> {
    for (const daemon of this.#etcd) daemon.start();
    await waitFor('etcd', async () => {
      const [first] = this.ports.etcd;
      const response = await fetch(`http://127.0.0.1:${first?.client}/health`);
      return ((await response.json()) as { health?: string }).health === 'true';
    });
    this.#patroni[0]?.start();
    await waitFor('the first member', async () => (await this.#leader()) === 0);
    for (const daemon of this.#patroni.slice(1)) daemon.start();
    this.#haproxy.start();
    await this.whenWhole();
    await waitFor('HAProxy', async () => {
      const client = new Client({ connectionString: this.probeUrl });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('create role dolores login');
        await client.query('create database dolores owner dolores');
        await client.query('create table engine_probe (at timestamptz)');
        return true;
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  }

  async #members(): Promise<Member[]> {
    for (const { patroni } of this.ports.members) {
      try {
        const signal = AbortSignal.timeout(2_000);
        const response = await fetch(`http://127.0.0.1:${patroni}/cluster`, { signal });
        return ((await response.json()) as { members?: Member[] }).members ?? [];
      } catch {
        // The next one knows as much.
      }
    }
    return [];
  }

  async #leader(): Promise<number> {
    const leader = (await this.#members()).find(
      ({ role, state }) => role === 'leader' && state === 'running',
    );
    return leader === undefined ? -1 : Number(leader.name.slice(1));
  }
}

async function choosePorts(): Promise<Ports> {
  const ports: { members: Ports['members'][number][]; etcd: Ports['etcd'][number][] } = {
    members: [],
    etcd: [],
  };
  for (let count = 0; count < members.length; count += 1) {
    ports.members.push({ postgres: await freePort(), patroni: await freePort() });
    ports.etcd.push({ client: await freePort(), peer: await freePort() });
  }
  return { ...ports, primary: await freePort(), replicas: await freePort() };
}

/** The process of PostgreSQL in a data folder, which runs on when Patroni was killed. */
function postmaster(folder: string): number[] {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The number may be that of another process by now.
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    return isOurs ? [pid] : [];
  } catch {
    return [];
  }
}

async function waitFor(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + limitSeconds * 1_000;
  while (Date.now() < until) {
    if (await isThere().catch(() => false)) return;
    await pause(200);
  }
  throw new Error(`After ${limitSeconds} s there is still no sign of ${what}`);
}
