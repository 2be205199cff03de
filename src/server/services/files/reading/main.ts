import type { Reading, ReadingTask } from '#server/services/files/reading/reading.ts';
import { UnreadableError } from '#server/services/files/reading/unreadableError.ts';
import { watchProcess } from '#server/services/files/reading/watchdog.ts';
import { parseTrusted } from '#domain/json.ts';

/**
 * Reads one uploaded file in a process of its own, so that a malicious file can only harm this process. The argument is
 * a `ReadingTask`; prints a `Reading` and ends.
 */
watchProcess({ bytes: 700_000_000, seconds: 40 });
const task = parseTrusted<ReadingTask>(process.argv[2] ?? '');
process.stdout.write(JSON.stringify(await read(task)), () => process.exit(0));

async function read({ type, ...paths }: ReadingTask): Promise<Reading> {
  try {
    return {
      kind: 'read',
      file: await readerOf(type).then((reader) => reader({ type, ...paths })),
    };
  } catch (error) {
    const why = error instanceof UnreadableError ? error.why : { rule: 'damaged' as const };
    return { kind: 'unreadable', why };
  }
}

/** Loads only the library that this file needs. */
async function readerOf(type: ReadingTask['type']) {
  if (type === 'pdf') return (await import('#server/services/files/reading/readPdf.ts')).readPdf;
  if (type === 'text') return (await import('#server/services/files/reading/readText.ts')).readText;
  return (await import('#server/services/files/reading/readPicture.ts')).readPicture;
}
