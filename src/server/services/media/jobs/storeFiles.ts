import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MediaFile } from '#contract/media/media.ts';
import { Semaphore } from '#domain/concurrency.ts';
import {
  type MediaKind,
  type MediaType,
  mediaFilesAtMost,
  mediaMaxBytes,
  mediaTypeFacts,
} from '#domain/media/media.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import type { mediaFile } from '#server/db/schema/mediaJobs.ts';
import {
  BrokenFile,
  isMarkedInStream,
  markFile,
  markStream,
} from '#server/gateways/media/marks/markFile.ts';
import { measureMedia } from '#server/gateways/media/measureMedia.ts';
import type { MadeFile } from '#server/gateways/media/mediaProvider.ts';
import { sniffMedia } from '#server/gateways/media/sniffMedia.ts';
import { mediaKey } from '#server/services/media/files/toMediaFile.ts';
import type { JobRow } from '#server/services/media/jobs/lease.ts';
import { scheduleRemoval } from '#server/services/files/mediaRemovals.ts';
import { peek } from '#server/peek.ts';

/** A file whose content is stored, without the message to which it will belong. */
export type StoredFile = Omit<typeof mediaFile.$inferInsert, 'messageId'>;

export function storedToMediaFile(file: StoredFile): MediaFile {
  const { id, kind, type, size, width = null, height = null, seconds = null, title = '' } = file;
  return { id, kind, type, size, width, height, seconds, title, deleted: false };
}

const sniffedBytes = 32;

/** Thrown for a result that is not a picture, music or a video. */
export class UnusableResult extends Error {}

/** Limits the files that one process fetches at a time: pictures and WAV files are in memory meanwhile. */
const fetches = new Semaphore(3);

/**
 * Copies generated files into the media store, marked as machine-generated, because addresses of providers expire
 * within minutes to days. Each file is deleted after a day unless a row with it is stored. Throws `UnusableResult`.
 */
export async function storeFiles(
  platform: MediaJobPlatform,
  job: JobRow,
  files: readonly MadeFile[],
  signal: AbortSignal,
): Promise<StoredFile[]> {
  if (files.length === 0) throw new UnusableResult('There is no file');
  const stored: StoredFile[] = [];
  for (const [place, file] of files.slice(0, mediaFilesAtMost).entries()) {
    stored.push(await fetches.run(() => storeFile(platform, job, { file, place }, signal)));
  }
  return stored;
}

async function storeFile(
  platform: MediaJobPlatform,
  job: JobRow,
  { file, place }: { file: MadeFile; place: number },
  signal: AbortSignal,
): Promise<StoredFile> {
  const { kind, answerId, userId } = job;
  const id = randomUUID();
  const title = file.title.slice(0, 200);
  const content = contentOf(platform, kind, file, signal);
  try {
    const facts = await storeContent(platform, id, kind, content);
    return { id, answerId, userId, place, kind, title, ...facts, created: platform.now() };
  } finally {
    // Aborts a download that was not read to its end.
    await content.return(undefined);
  }
}

/**
 * Stores the content of a file, if possible as a stream. The type is detected from the first bytes, before the rest is
 * fetched.
 */
async function storeContent(
  platform: MediaJobPlatform,
  id: string,
  kind: MediaKind,
  content: AsyncGenerator<Buffer>,
) {
  const [start, whole] = await peek(content, sniffedBytes);
  const type = sniffMedia(start);
  if (type === undefined || mediaTypeFacts[type].kind !== kind) {
    throw new UnusableResult('The file is of another type');
  }
  const key = mediaKey(id);
  if (isMarkedInStream(type)) {
    await scheduleRemoval(platform.database.query, key);
    const digest = new FileDigest();
    const pieces = digest.pass(markStream(whole, type));
    await platform.media.put(key, pieces, type).catch(rethrowBroken);
    return { type, width: null, height: null, seconds: null, ...digest.facts() };
  }
  const { bytes, measures } = await markAndMeasure(await buffer(whole), type);
  await scheduleRemoval(platform.database.query, key);
  await platform.media.put(key, bytes, type);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { type, ...measures, size: bytes.length, sha256 };
}

async function* contentOf(
  { mediaProviders }: MediaJobPlatform,
  kind: MediaKind,
  file: MadeFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const limit = mediaMaxBytes[kind];
  if (file.kind === 'address') {
    if (file.url === '') throw new UnusableResult('There is no address');
    yield* mediaProviders.download(file.url, limit, signal);
    return;
  }
  if (file.bytes.length > limit) throw new UnusableResult('The file is too large');
  yield Buffer.from(file.bytes);
}

async function markAndMeasure(content: Buffer, type: MediaType) {
  try {
    const bytes = markFile(content, type);
    return { bytes, measures: await measureMedia(bytes, type) };
  } catch (error) {
    throw new UnusableResult('The file is broken', { cause: error });
  }
}

function rethrowBroken(error: unknown): never {
  if (!(error instanceof BrokenFile)) throw error;
  throw new UnusableResult('The file is broken', { cause: error });
}

class FileDigest {
  readonly #hash = createHash('sha256');
  #size = 0;

  async *pass(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#size += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Returns size and checksum. Call it once, at the end. */
  facts(): { size: number; sha256: string } {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
