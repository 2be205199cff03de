import { text } from 'node:stream/consumers';
import { watchProcess } from '#server/services/attachments/reading/watchdog.ts';
import type { PageLine, PageTask } from '#server/services/search/reading/pageReading.ts';
import { readPage } from '#server/services/search/reading/readPage.ts';

/**
 * Takes the text out of strangers' pages, in a process of its own: what a strange page does to a library happens here. It
 * gets a JSON list of pages on its standard input, and prints a line for each as soon as it is read.
 */
watchProcess({ bytes: 600_000_000, seconds: 20 });
const tasks = JSON.parse(await text(process.stdin)) as PageTask[];
for (const [number, task] of tasks.entries()) {
  const line: PageLine = { number, page: (await readPage(task).catch(() => undefined)) ?? null };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
process.stdout.write('', () => process.exit(0));
