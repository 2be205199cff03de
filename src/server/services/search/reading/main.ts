import { text } from 'node:stream/consumers';
import { watchProcess } from '#server/services/files/reading/watchdog.ts';
import type { PageTask, ReaderLine } from '#server/services/search/reading/pageReading.ts';
import { loadReader, readPage } from '#server/services/search/reading/readPage.ts';
import { parseTrusted } from '#domain/json.ts';

/**
 * Extracts the text of foreign pages in a process of its own, so that a malicious page can only harm this process.
 * Reads a JSON list of pages from standard input. Prints a line when its code is loaded, and one for each page as soon as
 * it is read.
 */
watchProcess({ bytes: 600_000_000, seconds: 20 });
const tasks = parseTrusted<PageTask[]>(await text(process.stdin));
// A library that cannot be loaded costs only the pages that need it.
await Promise.allSettled(tasks.map(({ contentType }) => loadReader(contentType)));
print({ started: true });
for (const [number, task] of tasks.entries()) {
  print({ number, page: (await readPage(task).catch(() => undefined)) ?? null });
}
process.stdout.write('', () => process.exit(0));

function print(line: ReaderLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
