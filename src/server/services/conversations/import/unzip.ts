import { createReadStream } from 'node:fs';
import { Unzip, UnzipInflate } from 'fflate';
import { importLimits } from '#server/services/conversations/import/imported.ts';
import { AppError } from '#server/errors.ts';

/**
 * Compressed bytes per step. They decompress to a thousand times as much at most, so that each step is short and other
 * requests are served between steps.
 */
const compressedBytesPerStep = 4_096;

/** The highest compression ratio, beyond some free bytes. Text has about 10; much more is a ZIP bomb. */
const [maxRatio, freeBytes] = [100, 10_000_000];

const entriesAtMost = 100_000;

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05);
}

/**
 * Yields the contents of the files of a ZIP whose names match, one after the other, each as chunks. Decompresses
 * nothing else. Throws `invalid_input` if the ZIP is damaged, and `too_large` if the contents are too large.
 */
export async function* unzipFiles(
  file: string,
  name: RegExp,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const budget = { bytes: 0 };
  for (let index = 0; ; index += 1) {
    const pieces = unzipOne(file, name, index, budget);
    const first = await pieces.next();
    if (first.done === true) return;
    yield (async function* () {
      yield first.value;
      yield* pieces;
    })();
  }
}

/** Yields the matching file number `index`; nothing if there are fewer. */
async function* unzipOne(
  file: string,
  name: RegExp,
  index: number,
  budget: { bytes: number },
): AsyncGenerator<Buffer> {
  const output: Buffer[] = [];
  let [entries, matching, compressed, isEnded] = [0, 0, 0, false];
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > entriesAtMost) throw damaged('has too many files');
    if (!name.test(entry.name)) return;
    matching += 1;
    if (matching !== index + 1) return;
    entry.ondata = (error, bytes, isFinal) => {
      if (error) throw damaged('is damaged');
      output.push(Buffer.from(bytes));
      isEnded = isFinal;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of createReadStream(file, { highWaterMark: compressedBytesPerStep })) {
    push(unzip, chunk as Buffer);
    compressed += (chunk as Buffer).length;
    for (const bytes of output.splice(0)) {
      budget.bytes += bytes.length;
      const most = Math.min(importLimits.unpackedBytes, freeBytes + compressed * maxRatio);
      if (budget.bytes > most) throw tooMuch();
      yield bytes;
    }
    if (isEnded) return;
  }
  if (matching > index) throw damaged('ends too early');
}

function push(unzip: Unzip, chunk: Buffer): void {
  try {
    unzip.push(chunk);
  } catch (error) {
    throw error instanceof AppError ? error : damaged('is damaged');
  }
}

function damaged(reason: string): AppError {
  return new AppError('invalid_input', `The ZIP file ${reason}`, { place: 'body' });
}

function tooMuch(): AppError {
  const { unpackedBytes } = importLimits;
  return new AppError(
    'too_large',
    `The ZIP file unpacks to too much: at most ${unpackedBytes} bytes`,
    {
      max_bytes: unpackedBytes,
    },
  );
}
