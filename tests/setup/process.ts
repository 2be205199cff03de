import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../../scripts/bootstrap/run.mjs';

export type WorkerProcess = {
  child: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  /** Sends a signal and waits for the end. Returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>;
};

export type ServerProcess = WorkerProcess & { url: string };

/** The programs, with the line that each prints once it is ready. */
const programs = {
  'main.ts': 'Dolores is ready',
  'worker.ts': 'The worker runs.',
} as const;

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the real server as a process of its own on `port`, with these arguments, and waits for its line that it is
 * ready.
 */
export async function startServerProcess(
  port: number,
  environment: Record<string, string>,
  commandLine: readonly string[] = [],
): Promise<ServerProcess> {
  const variables = {
    PORT: String(port),
    PUBLISH_AT_START: 'no',
    // Reading the catalogue takes a second of processor time, and few tests of a process search.
    SEARCH_AT_START: 'no',
    ...environment,
  };
  const started = await startProcess('main.ts', variables, commandLine);
  return { url: `http://localhost:${port}`, ...started };
}

/** Starts the real worker as a process of its own, and waits for its line that it runs. */
export function startWorkerProcess(environment: Record<string, string>): Promise<WorkerProcess> {
  return startProcess('worker.ts', environment);
}

async function startProcess(
  program: keyof typeof programs,
  environment: Record<string, string>,
  commandLine: readonly string[] = [],
): Promise<WorkerProcess> {
  const path = fileURLToPath(new URL(`../../src/server/${program}`, import.meta.url));
  const child = spawn(process.execPath, [...serverFlags, path, ...commandLine], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes(programs[program])) ready.resolve();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('exit', (code) =>
    ready.reject(new Error(`${program} ended with ${code}:\n${output}`)),
  );
  await ready.promise;
  return {
    child,
    output: () => output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null)
        return child.exitCode ?? child.signalCode ?? 0;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode ?? child.signalCode ?? 0;
    },
  };
}

/** Below the ports that systems give to connections: one of those is taken by the next connection of any program. */
const portsOfServers = [20_000, 32_000] as const;

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  for (let tries = 0; tries < 50; tries += 1) {
    const server = createServer();
    const listening = Promise.withResolvers<boolean>();
    server.once('error', () => listening.resolve(false));
    server.listen(randomInt(...portsOfServers), 'localhost', () => listening.resolve(true));
    if (!(await listening.promise)) continue;
    const address = server.address();
    server.close();
    await once(server, 'close');
    if (address !== null && typeof address !== 'string') return address.port;
  }
  throw new Error('No free port was found');
}

/** Returns an address at which nothing listens. */
export async function closedUrl(scheme: string): Promise<string> {
  return `${scheme}://127.0.0.1:${await freePort()}`;
}
