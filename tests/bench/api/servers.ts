import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpointUrl } from '#contract/endpoint.ts';
import { getReadiness } from '#contract/operation/health.ts';
import { freePort, startServerProcess } from '../../setup/process.ts';

export type BenchServer = { url: string; pid?: number | undefined; close(): Promise<void> };

const limitMilliseconds = 600_000;
const pollMilliseconds = 20;

const emptyServer = fileURLToPath(new URL('emptyServer.ts', import.meta.url));

/** The real server on a data folder that has a catalogue already, without a site. */
export async function startRealServer(dataDir: string): Promise<BenchServer> {
  const server = await startServerProcess(await freePort(), {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    MAILBOX_PORT: String(await freePort()),
    DRAIN_SECONDS: '1',
    SEARCH_AT_START: 'yes',
    // As `npm start` keeps compiled code (`scripts/bootstrap/compileCache.mjs`).
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  });
  return {
    url: server.url.replace('localhost', '127.0.0.1'),
    pid: server.child.pid,
    close: async () => {
      await server.end('SIGTERM');
    },
  };
}

/** Returns the seconds until the server and each of its parts are ready, the index of the search included. */
export async function timeUntilReady({ url }: Pick<BenchServer, 'url'>): Promise<number> {
  const start = performance.now();
  for (;;) {
    const response = await fetch(`${url}${endpointUrl(getReadiness, {})}`);
    const text = await response.text();
    if (response.ok && !/"state":"(?!ready)/.test(text)) return (performance.now() - start) / 1_000;
    if (performance.now() - start > limitMilliseconds) throw new Error(`Not ready: ${text}`);
    await pause(pollMilliseconds);
  }
}

/** An empty Hono handler in a process of its own. */
export async function startEmptyServer(): Promise<BenchServer> {
  const child = fork(emptyServer, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return {
    url: `http://127.0.0.1:${await portOf(child)}`,
    pid: child.pid,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  let output = '';
  const listening = Promise.withResolvers<string>();
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const port = /listening on (\d+)/.exec(output)?.[1];
    if (port) listening.resolve(port);
  });
  child.once('exit', () => listening.reject(new Error(`The empty server ended:\n${output}`)));
  return listening.promise;
}
