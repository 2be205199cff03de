import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';

export type OperatorRun = {
  status: number | string;
  out: string;
  /** Standard error without its first line. */
  err: string;
  /** The first line of standard error: which database or folder the command speaks to. Empty if it did not say it. */
  speaksTo: string;
};

export type OperatorProcess = {
  child: ChildProcess;
  /** Its exit code, or the signal that ended it, and its output. */
  ended: Promise<OperatorRun>;
};

export type OperatorHost = {
  /** Runs one command after the other in a process that all hosts of this process share, and that ends with it. */
  run: (...args: string[]) => Promise<OperatorRun>;
};

/** A command for the shared process, with the environment that it reads. */
export type OperatorCommand = { args: readonly string[]; env: NodeJS.ProcessEnv };

export type OperatorShell = OperatorHost & {
  /** A process of its own, as operators start it. */
  start: (...args: string[]) => OperatorProcess;
  close: () => Promise<void>;
};

const host = fileURLToPath(new URL('operatorHost.ts', import.meta.url));

/** The operator’s command line, on an existing database, with the data folder `beside` or one of its own. */
export async function openOperatorShell(
  databaseUrl: string,
  beside?: string,
): Promise<OperatorShell> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-operator-'));
  const env = {
    ...process.env,
    DATA_DIR: beside ?? dataDir,
    DATABASE_URL: databaseUrl,
    // Something else may listen at the usual address, and `doctor` would examine it.
    PUBLIC_URL: 'http://localhost:9',
  };
  const start = (...args: string[]): OperatorProcess => {
    const child = spawn(process.execPath, [...nodeFlags, 'scripts/dolores.ts', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: endOf(child) };
  };
  const { run } = hostOperator(env);
  return { start, run, close: () => rm(dataDir, { recursive: true, force: true }) };
}

let running: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

/**
 * The command line with this environment, in a process that starts with the first command. Test files that follow each
 * other in one worker share it, because loading all commands takes longer than most commands.
 */
export function hostOperator(env: NodeJS.ProcessEnv): OperatorHost {
  return {
    run: (...args) => {
      const ran = before.then(() => runInShared({ args, env }));
      before = ran.catch(() => undefined);
      return ran;
    },
  };
}

async function runInShared({ args, env }: OperatorCommand): Promise<OperatorRun> {
  if (!running?.connected) {
    running = fork(host, { env, execArgv: nodeFlags });
    // The process ends when this one disconnects. It must not keep this one alive.
    running.unref();
    running.channel?.unref();
  }
  const child = running;
  const over = new AbortController();
  const answered = once(child, 'message', over) as Promise<[OperatorRun]>;
  const ended = once(child, 'exit', over).then(([code, signal]) => {
    throw new Error(`The command line ended with ${code ?? signal}: ${args.join(' ')}`);
  });
  for (const listening of [answered, ended]) listening.catch(() => undefined);
  child.send({ args, env } satisfies OperatorCommand);
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
  return splitRun({ status: child.exitCode ?? child.signalCode ?? 0, ...printed });
}

/** Splits standard error into its first line, which every command has, and what a command says of its own. */
export function splitRun(run: Omit<OperatorRun, 'speaksTo'>): OperatorRun {
  const [, first = '', others = run.err] =
    /^((?:database|data folder) [^\n]*)\n(.*)$/s.exec(run.err) ?? [];
  return { ...run, err: others, speaksTo: first };
}
