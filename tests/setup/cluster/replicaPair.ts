import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../process.ts';
import { Daemon } from './daemon.ts';
import { binFolder, databaseUser, requirePrograms } from './programs.ts';

/** A PostgreSQL 15 with a streaming replica, in a temporary folder on loopback. */
export class ReplicaPair {
  readonly url: string;
  readonly replicaUrl: string;
  readonly #folder: string;
  readonly #primary: Daemon;
  readonly #replica: Daemon;

  private constructor(folder: string, port: number, replicaPort: number) {
    this.#folder = folder;
    const urlOf = (number: number) =>
      `postgresql://dolores@127.0.0.1:${number}/dolores?sslmode=disable`;
    this.url = urlOf(port);
    this.replicaUrl = urlOf(replicaPort);
    this.#primary = daemonOf(folder, 'primary', port);
    this.#replica = daemonOf(folder, 'replica', replicaPort);
  }

  static async start(): Promise<ReplicaPair> {
    requirePrograms();
    const folder = await mkdtemp(join(tmpdir(), 'dolores-replica-'));
    const user = databaseUser();
    await chmod(folder, 0o755);
    if (user) await chown(folder, user.uid, user.gid);
    const [port, replicaPort] = [await freePort(), await freePort()];
    const pair = new ReplicaPair(folder, port, replicaPort);
    try {
      const primary = join(folder, 'primary');
      run('initdb', [
        '-D',
        primary,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ]);
      await writeFile(
        join(primary, 'pg_hba.conf'),
        'local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
      );
      pair.#primary.start();
      await pair.administer('create role dolores login');
      await pair.administer('create database dolores owner dolores');
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      run('pg_basebackup', [
        ...source,
        '-D',
        join(folder, 'replica'),
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
      ]);
      pair.#replica.start();
      await pair.onReplica('select 1');
    } catch (error) {
      await pair.close();
      throw error;
    }
    return pair;
  }

  /** Runs a statement as the superuser of the primary, as soon as that answers. */
  administer(statement: string): Promise<void> {
    return runOn(this.url, statement);
  }

  onReplica(statement: string): Promise<void> {
    return runOn(this.replicaUrl, statement);
  }

  killReplica(): Promise<void> {
    return this.#replica.kill();
  }

  startReplica(): void {
    this.#replica.start();
  }

  async close(): Promise<void> {
    await this.#replica.kill();
    await this.#primary.kill();
    await pause(500);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function daemonOf(folder: string, name: string, port: number): Daemon {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ];
  const args = ['-D', join(folder, name), ...settings.flatMap((setting) => ['-c', setting])];
  const log = join(folder, `${name}.log`);
  return new Daemon({ path: `${binFolder}/postgres`, args, log, user: databaseUser() });
}

function run(program: string, args: readonly string[]): void {
  const options = { ...databaseUser(), env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } };
  const { status, stderr } = spawnSync(`${binFolder}/${program}`, args, options);
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr?.toString()}`);
}

async function runOn(url: string, statement: string): Promise<void> {
  const { href } = Object.assign(new URL(url), { username: 'postgres', pathname: '/postgres' });
  for (let tries = 1; ; tries += 1) {
    const client = new Client({ connectionString: href });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(statement);
      return;
    } catch (error) {
      if (tries === 150 || (error as { code?: string }).code?.startsWith('42')) throw error;
      await pause(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
