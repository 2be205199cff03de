import { createHash, randomUUID } from 'node:crypto';
import type { MediaFile } from '#contract/media.ts';
import { Semaphore } from '#domain/concurrency.ts';
import {
  type MediaKind,
  type MediaType,
  mediaFilesAtMost,
  mediaMaxBytes,
  mediaTypeFacts,
} from '#domain/media.ts';
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
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { PassingFile, collect, peek } from '#server/services/media/jobs/passingFile.ts';
import { noteRemoval } from '#server/services/media/mediaRemovals.ts';

/** A file whose content is stored, without the message that it belongs to. */
export type KeptFile = Omit<typeof mediaFile.$inferInsert, 'messageId'>;

/** A kept file as the API sends it. */
export function toMade(file: KeptFile): MediaFile {
  const { id, kind, type, size, width = null, height = null, seconds = null, title = '' } = file;
  return { id, kind, type, size, width, height, seconds, title, deleted: false };
}

/** Bytes by which a type is known. */
const sniffedBytes = 32;

/** A result that is no picture, music or video. */
export class UnusableResult extends Error {}

/** Files that one process fetches at once. Pictures and WAV are in memory meanwhile, as a whole. */
const fetches = new Semaphore(3);

/**
 * Brings what a provider made into the media store, marked as made by a machine: addresses of providers live from
 * minutes to days. Each file goes in a day unless a row is stored that names it. Throws `UnusableResult`.
 */
export async function keepFiles(
  means: MediaMeans,
  job: JobRow,
  made: readonly MadeFile[],
  signal: AbortSignal,
): Promise<KeptFile[]> {
  if (made.length === 0) throw new UnusableResult('There is no file');
  const kept: KeptFile[] = [];
  for (const [place, file] of made.slice(0, mediaFilesAtMost).entries()) {
    kept.push(await fetches.run(() => keep(means, job, { file, place }, signal)));
  }
  return kept;
}

async function keep(
  means: MediaMeans,
  job: JobRow,
  { file, place }: { file: MadeFile; place: number },
  signal: AbortSignal,
): Promise<KeptFile> {
  const { kind, answerId, userId } = job;
  const id = randomUUID();
  const title = file.title.slice(0, 200);
  const content = contentOf(means, kind, file, signal);
  try {
    const facts = await store(means, id, kind, content);
    return { id, answerId, userId, place, kind, title, ...facts, created: means.now() };
  } finally {
    // Ends a download that nobody reads to its end.
    await content.return(undefined);
  }
}

/** Stores a file, in passing where its type allows that. Its first bytes say what it is, before the rest is fetched. */
async function store(
  means: MediaMeans,
  id: string,
  kind: MediaKind,
  content: AsyncGenerator<Buffer>,
) {
  const { start, whole } = await peek(content, sniffedBytes);
  const type = sniffMedia(start);
  if (type === undefined || mediaTypeFacts[type].kind !== kind) {
    throw new UnusableResult('The file is of another type');
  }
  const key = mediaKey(id);
  if (isMarkedInStream(type)) {
    await noteRemoval(means.database.query, key);
    const passing = new PassingFile();
    const pieces = passing.pass(markStream(whole, type));
    await means.media.put(key, pieces, type).catch(rethrowBroken);
    return { type, width: null, height: null, seconds: null, ...passing.facts() };
  }
  const { bytes, measures } = await markAndMeasure(await collect(whole), type);
  await noteRemoval(means.database.query, key);
  await means.media.put(key, bytes, type);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { type, ...measures, size: bytes.length, sha256 };
}

async function* contentOf(
  { mediaProviders }: MediaMeans,
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
