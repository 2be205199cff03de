import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endpointUrl } from '#contract/endpoint.ts';
import { listGpts } from '#contract/gpts/gpts.ts';
import { freePort, startServerProcess } from '../../setup/process.ts';

export type BenchServer = { url: string; pid?: number | undefined; close(): Promise<void> };

const emptyServer = fileURLToPath(new URL('emptyServer.ts', import.meta.url));

/** The real server on a data folder that has a catalogue already, without a site. */
export async function startRealServer(dataDir: string): Promise<BenchServer> {
  const server = await startServerProcess(await freePort(), {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    MAILBOX_PORT: String(await freePort()),
    DRAIN_SECONDS: '1',
    SEARCH_AT_START: 'yes',
  });
  return {
    url: server.url.replace('localhost', '127.0.0.1'),
    pid: server.child.pid,
    close: async () => {
      await server.end('SIGTERM');
    },
  };
}

/**
 * Returns the seconds until the first search is answered. One that waits for the index for too long is refused, and asked
 * again.
 */
export async function timeFirstSearch({ url }: Pick<BenchServer, 'url'>): Promise<number> {
  const start = performance.now();
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${url}${endpointUrl(listGpts, { query: { query: 'a' } })}`);
    await response.arrayBuffer();
    if (response.ok) return (performance.now() - start) / 1_000;
    if (tries === 5) throw new Error(`The first search was answered with ${response.status}`);
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
