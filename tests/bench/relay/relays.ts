import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../../../scripts/bootstrap/run.mjs';
import { freePort } from '../../setup/process.ts';
import type { Asking } from './client.ts';
import { type Pace, questionFor } from './pace.ts';
import type { Person } from './people.ts';

export type Relay = {
  name: string;
  pid: number;
  /** How the `index`-th stream is asked for. */
  ask(index: number, pace: Pace): Asking;
  close(): Promise<void>;
};

const main = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
const project = fileURLToPath(new URL('../../..', import.meta.url));

/** The fake upstream, on the core of this process. Returns its port. */
export async function startUpstream(): Promise<{ port: number; close(): Promise<void> }> {
  const child = startProgram(process.execPath, [programOf('fakeUpstream.ts')]);
  const port = Number(await lineOf(child, /listening on (\d+)/));
  return { port, close: () => end(child, 'SIGKILL') };
}

/** The bare relay on a core of its own. */
export async function startBareRelay(core: number, upstreamPort: number): Promise<Relay> {
  const args = [process.execPath, programOf('bareRelay.ts'), String(upstreamPort)];
  const child = startProgram('taskset', ['-c', String(core), ...args]);
  const url = `http://127.0.0.1:${await lineOf(child, /listening on (\d+)/)}`;
  return {
    name: 'bare',
    pid: child.pid ?? 0,
    ask: (_, pace) => ({
      url: `${url}/v1/chat/completions`,
      headers: {},
      body: {
        model: 'bench',
        stream: true,
        messages: [{ role: 'user', content: questionFor(pace) }],
      },
      lastWords: 'data: [DONE]',
    }),
    close: () => end(child, 'SIGKILL'),
  };
}

export type OursInput = {
  core: number;
  upstreamPort: number;
  databaseUrl: string;
  folder: string;
  people: readonly Person[];
  /** Options of Node, for profiles. */
  nodeOptions: readonly string[];
};

/** The real server on a core of its own, with its database elsewhere; every stream is another user's question. */
export async function startOurs(input: OursInput): Promise<Relay> {
  const port = await freePort();
  const dataDir = join(input.folder, 'server');
  await mkdir(dataDir, { recursive: true });
  const node = [process.execPath, ...serverFlags, ...input.nodeOptions];
  const args = ['-c', String(input.core), ...node, main];
  const child = startProgram('taskset', args, {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: input.databaseUrl,
    COMPATIBLE_BASE_URL: `http://127.0.0.1:${input.upstreamPort}/v1`,
    COMPATIBLE_MODEL: 'bench',
    PUBLISH_AT_START: 'no',
    // The memory is the relay's: the index of the search grows with the catalogue, in a thread of its own.
    SEARCH_AT_START: 'no',
    DRAIN_SECONDS: '1',
  });
  const url = `http://127.0.0.1:${port}`;
  await lineOf(child, /Dolores is (ready)/);
  return {
    name: 'ours',
    pid: child.pid ?? 0,
    ask: (index, pace) => ({
      url: `${url}/api/chat/questions`,
      headers: { origin: url, cookie: input.people[index % input.people.length]?.cookie ?? '' },
      body: {
        request_id: crypto.randomUUID(),
        target: { model: 'gpt-4o-mini' },
        text: questionFor(pace),
      },
      lastWords: '"type":"end","state":"finished"',
    }),
    close: () => end(child, 'SIGTERM'),
  };
}

function programOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function startProgram(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(command, args, {
    cwd: project,
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

/** The first group of the first output that matches; later output is read and dropped. */
async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  const found = Promise.withResolvers<string>();
  let output: string | undefined = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    if (output === undefined) return;
    output += bytes.toString();
    const match = pattern.exec(output)?.[1];
    if (match === undefined) return;
    output = undefined;
    found.resolve(match);
  });
  child.once('exit', () => found.reject(new Error(`A program ended too early:\n${output}`)));
  return found.promise;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
