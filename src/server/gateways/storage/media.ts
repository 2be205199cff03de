import type { Config } from '#server/config.ts';
import { BucketMedia } from '#server/gateways/storage/bucketMedia.ts';
import { FolderMedia } from '#server/gateways/storage/folderMedia.ts';
import { bucketOf } from '#server/gateways/storage/s3.ts';

/** Positions of bytes in a file, including the first and the last one. */
type ByteRange = { first: number; last: number };

export type MediaContent = {
  size: number;
  /** Returns all of it, or a range within it. */
  stream(range?: ByteRange): ReadableStream<Uint8Array>;
};

/**
 * The store of uploaded and made files, by our own keys such as `attachments/{uuid}`. Stored files are complete and
 * never change. Every call can be repeated.
 */
export type MediaStore = {
  put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    /** Media type. */
    type: string,
  ): Promise<void>;
  /** Returns `undefined` if there is no such file. */
  get(key: string): Promise<MediaContent | undefined>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Whether this process can reach the store at all, so that a missing file is really missing. */
  isHere(): Promise<boolean>;
  /** Whether the store has no file. */
  isEmpty(): Promise<boolean>;
  /** Removes half-written files of processes that were killed. */
  tidy(): Promise<void>;
};

/** Returns the configured store. It reads and writes nothing before the first call. */
export function createMediaStore({
  mediaStore,
  s3,
}: Pick<Config, 'mediaStore' | 's3'>): MediaStore {
  const found = bucketOf(mediaStore);
  if (found === undefined) return new FolderMedia(mediaStore);
  if (s3 === undefined) throw new Error('MEDIA_STORE is a bucket without S3_ACCESS_KEY_ID');
  return new BucketMedia(s3, found.bucket, found.prefix);
}
