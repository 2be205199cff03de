import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type OperatorRun = { status: number | string; out: string; err: string };

export type OperatorProcess = {
  child: ChildProcess;
  /** Its exit code, or the signal that ended it, and what it printed. */
  ended: Promise<OperatorRun>;
};

export type OperatorShell = {
  start: (...args: string[]) => OperatorProcess;
  run: (...args: string[]) => Promise<OperatorRun>;
  close: () => Promise<void>;
};

/**
 * The operator’s command line as a process of its own, on a database that is there, with the data folder `beside` or
 * one of its own.
 */
export async function openOperatorShell(
  databaseUrl: string,
  beside?: string,
): Promise<OperatorShell> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-operator-'));
  const env = { ...process.env, DATA_DIR: beside ?? dataDir, DATABASE_URL: databaseUrl };
  const start = (...args: string[]): OperatorProcess => {
    const child = spawn(process.execPath, ['scripts/dolores.ts', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: endOf(child) };
  };
  return {
    start,
    run: (...args) => start(...args).ended,
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function endOf(child: ChildProcess): Promise<OperatorRun> {
  const printed = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  await once(child, 'close');
  return { status: child.exitCode ?? child.signalCode ?? 0, ...printed };
}
