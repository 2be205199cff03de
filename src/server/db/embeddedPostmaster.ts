import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { open, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isProcess } from '#server/isProcess.ts';

import type { Cluster } from './embeddedFolder.ts';
import { cleanEnvironment, identity } from './embeddedUser.ts';

const logLimitBytes = 10 * 1024 * 1024;
const fastShutdownMs = 20_000;
const immediateShutdownMs = 10_000;
const socketLimitMs = 30_000;

/** Only a part of the socket file's name: nothing listens on the network. */
export const port = 5432;

/** A running PostgreSQL server process. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** False as soon as the process has ended. */
  isAlive(): Promise<boolean>;
}

/** A postmaster that we started ourselves. */
export interface SpawnedPostmaster extends Postmaster {
  /** Why it ended. `isConflict`: another server, or the rest of one, prevented the start; a retry may succeed. */
  failure(): Promise<{ error: Error; isConflict: boolean }>;
}

/**
 * Returns the postmaster of postmaster.pid, if it is alive, as soon as the file has the path of its socket. Removes a
 * stale file whose pid belongs to another process now, because PostgreSQL itself would think that a postmaster runs.
 */
export async function findPostmaster({
  folder,
}: Pick<Cluster, 'folder'>): Promise<Postmaster | undefined> {
  const deadline = Date.now() + socketLimitMs;
  for (;;) {
    const { file, pid, socketFolder } = await readPidFile(folder);
    if (!Number.isInteger(pid) || pid <= 1) return undefined;
    const isAlive = (): Promise<boolean> => isPostmasterOf(pid, folder);
    if (!(await isAlive())) {
      if (isProcess(pid)) {
        await removeStale(file, pid);
        await removeStale(join(socketFolder ?? '', `.s.PGSQL.${port}.lock`), pid);
      }
      return undefined;
    }
    // PostgreSQL writes this line later than the others. Without it, pg would connect to the port of another server.
    if (socketFolder !== undefined) return { pid, socketFolder, isAlive };
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${pid}) has opened no socket for 30 s: end it.`);
    }
    await wait(20);
  }
}

/** Reads postmaster.pid. Its fifth line, the socket's folder, is empty or incomplete while PostgreSQL starts. */
async function readPidFile(folder: string) {
  const file = join(folder, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const socketFolder = lines.length > 5 && lines[4] !== '' ? lines[4] : undefined;
  return { file, pid: Number(lines[0]), socketFolder };
}

/**
 * Starts a postmaster in its own session, so that the terminal's Ctrl-C reaches only us. It does not accept connections
 * yet, and may still fail.
 */
export async function spawnPostmaster(
  cluster: Cluster,
  socketFolder: string,
): Promise<SpawnedPostmaster> {
  const { folder, installation, logFile, maxConnections, user } = cluster;
  const logStart = await truncateLog(logFile);
  const logHandle = await open(logFile, 'a', 0o600);
  const args = ['-D', folder, ...settings(socketFolder, maxConnections)];
  const child = spawn(join(installation.bin, 'postgres'), args, {
    ...identity(user),
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', logHandle.fd, logHandle.fd],
  });
  let spawnFailure: string | undefined;
  child.on('error', ({ message }) => {
    spawnFailure = message;
  });
  child.unref();
  await logHandle.close();
  return {
    pid: child.pid ?? 0,
    socketFolder,
    isAlive: () => Promise.resolve(spawnFailure === undefined && isRunning(child)),
    failure: async () => {
      const reason = spawnFailure ?? (await tail(logFile, logStart, child.pid ?? 0));
      const error = new Error(`PostgreSQL did not start (${logFile}): ${reason}`);
      return { error, isConflict: /lock file|shared memory block|still in use/i.test(reason) };
    },
  };
}

/** Requests a fast shutdown, after 20 s an immediate one. Returns when the process has ended. */
export async function shutDown(postmaster: Postmaster, log: (line: string) => void): Promise<void> {
  signal(postmaster.pid, 'SIGINT');
  if (!(await hasEnded(postmaster, fastShutdownMs))) {
    log('PostgreSQL did not stop within 20 s; stopping it at once');
    signal(postmaster.pid, 'SIGQUIT');
    if (!(await hasEnded(postmaster, immediateShutdownMs))) signal(postmaster.pid, 'SIGKILL');
  }
  await rmdir(postmaster.socketFolder).catch(() => undefined);
}

/**
 * Returns the settings as command-line arguments. They are not in postgresql.conf, so that a newer version of the
 * application changes them for existing database folders too.
 */
function settings(socketFolder: string, maxConnections: number): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port,
    max_connections: maxConnections,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements, parameters, error messages ("invalid input syntax") and details ("Key (email)=(…) already exists")
    // contain personal data, so none of them may be logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Compares the command line, because the pid alone may belong to another process now. */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!isProcess(pid)) return false;
  const words = await commandLine(pid);
  if (basename(words[0] ?? '') !== 'postgres') return false;
  const named = words[words.indexOf('-D') + 1];
  if (!words.includes('-D') || named === undefined || !isAbsolute(named)) return true;
  return (await realpath(named).catch(() => named)) === folder;
}

async function commandLine(pid: number): Promise<string[]> {
  try {
    // Empty for a zombie, which stays forever if pid 1 is not an init process.
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    }
    const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    const [, program = '', folder = ''] = /^(.*?postgres) -D (.*?) -c /.exec(ps.stdout) ?? [];
    return program === '' ? [ps.stdout.trim()] : [program, '-D', folder];
  } catch {
    return [];
  }
}

async function removeStale(file: string, pid: number): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => '');
  if (Number.parseInt(content, 10) === pid) await rm(file, { force: true });
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 1) process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

async function hasEnded(postmaster: Postmaster, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (!(await postmaster.isAlive())) return true;
    await wait(20);
  }
  return !(await postmaster.isAlive());
}

async function truncateLog(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= logLimitBytes) return size;
  const handle = await open(logFile, 'r+');
  await handle.truncate(0);
  await handle.close();
  return 0;
}

/** Returns the last log lines of a process, or of all processes if it wrote none. All write to the same log. */
async function tail(logFile: string, start: number, pid: number): Promise<string> {
  const content = await readFile(logFile);
  const lines = content.subarray(start).toString('utf8').trim().split('\n');
  const own = lines.filter((line) => line.includes(`[${pid}]`));
  return (own.length > 0 ? own : lines).slice(-4).join(' | ');
}
