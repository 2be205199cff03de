import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type {
  PageLine,
  PageReading,
  PageTask,
} from '#server/services/search/reading/pageReading.ts';

const project = fileURLToPath(new URL('../../../../../', import.meta.url));

/** The program that reads, and the milliseconds that one page may take. */
type Reader = { program: string; pageMilliseconds: number };

const usualReader: Reader = {
  program: fileURLToPath(new URL('./main.ts', import.meta.url)),
  pageMilliseconds: 6_000,
};

/**
 * Takes the text out of pages in a process of its own, which gets neither our environment nor our data. Returns one
 * reading for each page, in their order; `undefined` for a page without text, or one that took too much time or memory.
 * After such a page a new process reads the rest. An abort of `signal` ends it with the signal's reason.
 */
export async function readPages(
  tasks: readonly PageTask[],
  signal: AbortSignal,
  reader = usualReader,
): Promise<(PageReading | undefined)[]> {
  const read: (PageReading | undefined)[] = [];
  while (read.length < tasks.length) {
    read.push(...(await readInProcess(tasks.slice(read.length), signal, reader)));
    signal.throwIfAborted();
    // It ended before its last page: that page is at fault.
    if (read.length < tasks.length) read.push(undefined);
  }
  return read;
}

async function readInProcess(
  tasks: readonly PageTask[],
  signal: AbortSignal,
  { program, pageMilliseconds }: Reader,
): Promise<(PageReading | undefined)[]> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...options(), program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let timer = setTimeout(kill, pageMilliseconds);
  const read: (PageReading | undefined)[] = [];
  try {
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(tasks));
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      timer = setTimeout(kill, pageMilliseconds);
      const { page } = JSON.parse(line) as PageLine;
      read.push(page ?? undefined);
    }
    return read;
  } catch {
    return read;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** The process sees our code and its packages, nothing else, and starts nothing. */
function options(): string[] {
  const readable = [
    join(project, 'src'),
    join(project, 'package.json'),
    realpathSync(join(project, 'node_modules')),
  ];
  return [
    '--max-old-space-size=300',
    '--permission',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}
