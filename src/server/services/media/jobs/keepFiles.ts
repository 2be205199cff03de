import { createHash, randomUUID } from 'node:crypto';
import type { MediaFile } from '#contract/media.ts';
import { type MediaKind, mediaFilesAtMost, mediaMaxBytes, mediaTypeFacts } from '#domain/media.ts';
import type { mediaFile } from '#server/db/schema/mediaJobs.ts';
import { markFile } from '#server/gateways/media/marks/markFile.ts';
import { measureMedia } from '#server/gateways/media/measureMedia.ts';
import type { MadeFile } from '#server/gateways/media/mediaProvider.ts';
import { sniffMedia } from '#server/gateways/media/sniffMedia.ts';
import { mediaKey } from '#server/services/media/files/toMediaFile.ts';
import type { JobRow } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { noteRemoval } from '#server/services/media/mediaRemovals.ts';
import { Turns } from '#server/turns.ts';

/** A file whose content is stored, without the message that it belongs to. */
export type KeptFile = Omit<typeof mediaFile.$inferInsert, 'messageId'>;

/** A kept file as the API sends it. */
export function toMade(file: KeptFile): MediaFile {
  const { id, kind, type, size, width = null, height = null, seconds = null, title = '' } = file;
  return { id, kind, type, size, width, height, seconds, title, deleted: false };
}

/** A result that is no picture, music or video. */
export class UnusableResult extends Error {}

/** Files that one process has in memory at once: each may have as many bytes as its kind allows. */
const turns = new Turns(3);

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
    kept.push(await turns.take(() => keep(means, job, { file, place }, signal)));
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
  const { bytes, type, measures } = await contentOf(means, kind, file, signal);
  const id = randomUUID();
  const key = mediaKey(id);
  await noteRemoval(means.database.query, key);
  await means.media.put(key, bytes, type);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const title = file.title.slice(0, 200);
  const about = { kind, type, size: bytes.length, ...measures, title, sha256 };
  return { id, answerId, userId, place, ...about, created: means.now() };
}

async function contentOf(
  { mediaProviders }: MediaMeans,
  kind: MediaKind,
  file: MadeFile,
  signal: AbortSignal,
) {
  if (file.kind === 'address' && file.url === '') throw new UnusableResult('There is no address');
  const limit = mediaMaxBytes[kind];
  const content =
    file.kind === 'content' ? file.bytes : await mediaProviders.download(file.url, limit, signal);
  const type = sniffMedia(content);
  if (content.length > limit) throw new UnusableResult('The file is too large');
  if (type === undefined || mediaTypeFacts[type].kind !== kind) {
    throw new UnusableResult('The file is of another type');
  }
  try {
    const bytes = markFile(content, type);
    return { bytes, type, measures: await measureMedia(bytes, type) };
  } catch (error) {
    throw new UnusableResult('The file is broken', { cause: error });
  }
}
