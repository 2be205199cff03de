import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reading, ReadingTask } from '#server/services/attachments/reading/reading.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const project = fileURLToPath(new URL('../../../../../', import.meta.url));

const millisecondsAtMost = 45_000;

/** Behind everything that answers somebody. */
const niceness = 5;

/**
 * Reads an uploaded file in a process of its own, which gets neither our environment nor our data, nor more time and
 * memory than it may; when it ends otherwise than with an answer, the file is at fault. An abort of `signal` kills it.
 */
export async function readInProcess(task: ReadingTask, signal: AbortSignal): Promise<Reading> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...optionsFor(task), program, JSON.stringify(task)], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), millisecondsAtMost);
  try {
    stepBack(child);
    const said = await outputOf(child);
    signal.throwIfAborted();
    return said === ''
      ? { kind: 'unreadable', why: { rule: 'effort' } }
      : (JSON.parse(said) as Reading);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}

/** The process sees our code and the folder of this upload, nothing else; pictures need a native library. */
function optionsFor({ type, input }: ReadingTask): string[] {
  const readable = [
    join(project, 'src'),
    join(project, 'package.json'),
    realpathSync(join(project, 'node_modules')),
    dirname(input),
  ];
  const isPicture = type !== 'pdf' && type !== 'text';
  return [
    '--max-old-space-size=500',
    '--permission',
    '--allow-worker',
    ...(isPicture ? ['--allow-addons'] : []),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${dirname(input)}`,
  ];
}

/** All that it says, when it ended in order; else nothing. */
function outputOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? said : ''));
  });
}
