import { createReadStream } from 'node:fs';
import { Unzip, UnzipInflate } from 'fflate';
import { importLimits } from '#server/services/conversations/import/imported.ts';
import { AppError } from '#server/errors.ts';

/** A thousandth of what they become at most: so little is unpacked at once, and others have their turn. */
const packedBytesAtOnce = 4_096;

/** Text packs to a tenth or so; what packs to much less was made to do harm. Small files may do so. */
const [packsTo, freeBytes] = [100, 10_000_000];

/** Files of a ZIP that are looked at. */
const entriesAtMost = 100_000;

/** Whether these are the first bytes of a ZIP file. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05);
}

/**
 * The contents of those files of a ZIP whose names match, one after the other, each in pieces. Nothing else is
 * unpacked. Throws `invalid_input` where the ZIP is damaged, `too_large` where they unpack to too much.
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

/** The file number `index` of those whose names match. Empty where there is none. */
async function* unzipOne(
  file: string,
  name: RegExp,
  index: number,
  budget: { bytes: number },
): AsyncGenerator<Buffer> {
  const unpacked: Buffer[] = [];
  let [entries, matching, packed, isEnded] = [0, 0, 0, false];
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > entriesAtMost) throw damaged('has too many files');
    if (!name.test(entry.name)) return;
    matching += 1;
    if (matching !== index + 1) return;
    entry.ondata = (error, bytes, isFinal) => {
      if (error) throw damaged('is damaged');
      unpacked.push(Buffer.from(bytes));
      isEnded = isFinal;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of createReadStream(file, { highWaterMark: packedBytesAtOnce })) {
    push(unzip, chunk as Buffer);
    packed += (chunk as Buffer).length;
    for (const bytes of unpacked.splice(0)) {
      budget.bytes += bytes.length;
      const most = Math.min(importLimits.unpackedBytes, freeBytes + packed * packsTo);
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
