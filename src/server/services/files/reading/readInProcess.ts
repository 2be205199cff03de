import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolationFlags } from '#server/services/files/reading/isolation.ts';
import { type Reading, type ReadingTask, reading } from '#server/services/files/reading/reading.ts';
import { parseChecked } from '#domain/json.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

const timeoutMilliseconds = 45_000;

/** Lower priority than the server. */
const niceness = 5;

/**
 * Reads an uploaded file in a process of its own, without access to our environment and data, with limited time and
 * memory. If it ends without a result, the file is unreadable. Aborting `signal` kills it.
 */
export async function readInProcess(task: ReadingTask, signal: AbortSignal): Promise<Reading> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...flagsFor(task), program, JSON.stringify(task)], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
  try {
    lowerPriority(child);
    const output = await outputOf(child);
    signal.throwIfAborted();
    return output === ''
      ? { kind: 'unreadable', why: { rule: 'effort' } }
      : parseChecked(reading, output, 'The reading of the file');
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // The process has already ended.
  }
}

/** Pictures need a native library. */
function flagsFor({ type, input }: ReadingTask): string[] {
  const folder = dirname(input);
  const isPicture = type !== 'pdf' && type !== 'text';
  return [
    ...isolationFlags(500, [folder]),
    ...(isPicture ? ['--allow-addons'] : []),
    `--allow-fs-write=${folder}`,
  ];
}

/** Returns the output of the process if it ended with status 0, else an empty text. */
function outputOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? output : ''));
  });
}
