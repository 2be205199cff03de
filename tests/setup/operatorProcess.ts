import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';

export type OperatorRun = { status: number | string; out: string; err: string };

export type OperatorProcess = {
  child: ChildProcess;
  /** Its exit code, or the signal that ended it, and what it printed. */
  ended: Promise<OperatorRun>;
};

export type OperatorHost = {
  /** One command after the other in a process that stays, and goes with this one. */
  run: (...args: string[]) => Promise<OperatorRun>;
  close: () => void;
};

export type OperatorShell = Pick<OperatorHost, 'run'> & {
  /** A process of its own, as operators start it. */
  start: (...args: string[]) => OperatorProcess;
  close: () => Promise<void>;
};

const host = fileURLToPath(new URL('operatorHost.ts', import.meta.url));

/**
 * The operator’s command line, on a database that is there, with the data folder `beside` or
 * one of its own.
 */
export async function openOperatorShell(
  databaseUrl: string,
  beside?: string,
): Promise<OperatorShell> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-operator-'));
  const env = { ...process.env, DATA_DIR: beside ?? dataDir, DATABASE_URL: databaseUrl };
  const start = (...args: string[]): OperatorProcess => {
    const child = spawn(process.execPath, [...nodeFlags, 'scripts/dolores.ts', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: endOf(child) };
  };
  const { run, close } = hostOperator(env);
  return {
    start,
    run,
    close: async () => {
      close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The command line in a process that starts with the first command. */
export function hostOperator(env: NodeJS.ProcessEnv): OperatorHost {
  let running: ChildProcess | undefined;
  let before: Promise<unknown> = Promise.resolve();
  return {
    run: (...args) => {
      running ??= fork(host, { env, execArgv: nodeFlags });
      const ran = before.then(() => runIn(running, args));
      before = ran.catch(() => undefined);
      return ran;
    },
    close: () => running?.disconnect(),
  };
}

async function runIn(child: ChildProcess | undefined, args: string[]): Promise<OperatorRun> {
  if (!child?.connected) throw new Error('The process of the command line has ended');
  const over = new AbortController();
  const answered = once(child, 'message', over) as Promise<[OperatorRun]>;
  const ended = once(child, 'exit', over).then(([code, signal]) => {
    throw new Error(`The command line ended with ${code ?? signal}: ${args.join(' ')}`);
  });
  for (const listening of [answered, ended]) listening.catch(() => undefined);
  child.send(args);
  try {
    const [run] = await Promise.race([answered, ended]);
    return run;
  } finally {
    // Nobody listens any longer.
    over.abort();
  }
}

async function endOf(child: ChildProcess): Promise<OperatorRun> {
  const printed = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  await once(child, 'close');
  return { status: child.exitCode ?? child.signalCode ?? 0, ...printed };
}
