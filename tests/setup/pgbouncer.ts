import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess } from './nginx.ts';
import { freePort } from './process.ts';

export type PgBouncer = {
  /** The database through the pooler. */
  url: string;
  close(): Promise<void>;
};

type Program = { path: string; libraries: string };

/** PgBouncer with the libraries that not every system has. */
const packages = ['pgbouncer', 'libevent-2.1-7*', 'libc-ares2'];

/**
 * Starts PgBouncer in front of a database on a unix socket, with the file of `several-servers.md` for this mode, but for
 * its addresses and its users. It is the installed one, else Debian's, unpacked into a folder of this run. Throws without
 * either.
 */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction' = 'session',
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-pgbouncer-'));
  await chmod(folder, 0o777);
  const program = installed() ?? (await unpacked(folder));
  const { pathname, searchParams } = new URL(url);
  const socket = searchParams.get('host') ?? '';
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const place = `host=${socket} port=${searchParams.get('port')} user=dolores dbname=${pathname.slice(1)}`;
  const text = (await documentedFile(mode))
    .replace(/^dolores = host=\S+ port=\S+ dbname=\S+/m, `dolores = ${place}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^auth_file = .*\n/m, '');
  await writeFile(file, text);
  // PgBouncer refuses root, and only PostgreSQL's user may use the socket.
  const { uid, gid } = await stat(socket);
  const child = spawn(program.path, ['-q', file], {
    uid,
    gid,
    env: { LD_LIBRARY_PATH: program.libraries },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await whenOpen(port, child);
  return {
    url: `postgresql://dolores@127.0.0.1:${port}/dolores?sslmode=disable`,
    close: async () => {
      await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function documentedFile(mode: string): Promise<string> {
  const guide = await readFile(
    new URL('../../docs/operating/several-servers.md', import.meta.url),
    'utf8',
  );
  const files = [...guide.matchAll(/```ini\n(\[databases\][^`]*)```/g)].map(([, file]) => file);
  const file = files.find((text) => text?.includes(`pool_mode = ${mode}\n`));
  if (file === undefined)
    throw new Error('several-servers.md has no file for PgBouncer in this mode');
  return file;
}

function installed(): Program | undefined {
  const path = '/usr/sbin/pgbouncer';
  return works({ path, libraries: '' }) ? { path, libraries: '' } : undefined;
}

async function unpacked(folder: string): Promise<Program> {
  const run = (program: string, args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, timeout: 60_000 });
  const root = join(folder, 'root');
  const program = { path: join(root, 'usr/sbin/pgbouncer'), libraries: '' };
  for (const name of packages) run('apt-get', ['download', name]);
  for (const name of await readdir(folder)) {
    if (name.endsWith('.deb')) run('dpkg', ['-x', name, 'root']);
  }
  const architectures = await readdir(join(root, 'usr/lib')).catch(() => []);
  program.libraries = architectures.map((name) => join(root, 'usr/lib', name)).join(':');
  if (!works(program)) throw new Error('PgBouncer is not installed and could not be downloaded');
  return program;
}

function works({ path, libraries }: Program): boolean {
  return spawnSync(path, ['--version'], { env: { LD_LIBRARY_PATH: libraries } }).status === 0;
}

async function whenOpen(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const opened = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => resolve(false));
      socket.on('connect', () => resolve(true));
      socket.on('connect', () => socket.destroy());
    });
    if (opened) return;
    await pause(50);
  }
  throw new Error('PgBouncer does not open its port');
}
