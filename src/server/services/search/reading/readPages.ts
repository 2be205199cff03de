import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isolationFlags } from '#server/services/files/reading/isolation.ts';
import {
  type PageReading,
  type PageTask,
  readerLine,
} from '#server/services/search/reading/pageReading.ts';
import { parseChecked } from '#domain/json.ts';

/**
 * The program that reads pages, and its time limits: until its code is loaded, and for one page. The first one is longer,
 * because on a busy machine loading takes seconds, which says nothing about the page.
 */
type Reader = { program: string; startMilliseconds: number; pageMilliseconds: number };

const usualReader: Reader = {
  program: fileURLToPath(new URL('./main.ts', import.meta.url)),
  startMilliseconds: 20_000,
  pageMilliseconds: 6_000,
};

/**
 * Extracts the text of pages in a process of its own, which has no access to our environment and data. Returns one
 * reading for each page, in their order; `undefined` for a page without text, or one that took too much time or memory.
 * After such a page a new process reads the rest. Aborting `signal` ends the process; throws the signal's reason.
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
    // The process ended early because of the next page.
    if (read.length < tasks.length) read.push(undefined);
  }
  return read;
}

async function readInProcess(
  tasks: readonly PageTask[],
  signal: AbortSignal,
  { program, startMilliseconds, pageMilliseconds }: Reader,
): Promise<(PageReading | undefined)[]> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...isolationFlags(300), program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let timer = setTimeout(kill, startMilliseconds);
  const read: (PageReading | undefined)[] = [];
  try {
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(tasks));
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      timer = setTimeout(kill, pageMilliseconds);
      const parsed = parseChecked(readerLine, line, 'A line of the reading process');
      if ('page' in parsed) read.push(parsed.page ?? undefined);
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
