import type { Config } from '#server/config.ts';
import { BucketMedia } from '#server/gateways/storage/bucketMedia.ts';
import { FolderMedia } from '#server/gateways/storage/folderMedia.ts';

/** Bytes of a file, the first and the last one included. */
type ByteRange = { first: number; last: number };

export type MediaContent = {
  size: number;
  /** All of it, or a range within it. */
  stream(range?: ByteRange): ReadableStream<Uint8Array>;
};

/**
 * Where uploaded files are kept, by keys of our own making such as `attachments/{uuid}`. Stored files are whole and
 * never change. Every call may be made again.
 */
export type MediaStore = {
  put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    /** Media type. */
    type: string,
  ): Promise<void>;
  /** `undefined` where there is nothing. */
  get(key: string): Promise<MediaContent | undefined>;
  /** Removes a file, where it is there. */
  remove(key: string): Promise<void>;
  /** Whether this process reaches the place at all, so that what is missing there is really missing. */
  isHere(): Promise<boolean>;
  /** Removes what a process that was killed left half-written. */
  tidy(): Promise<void>;
};

/** The store that is configured. Nothing is reached before the first call. */
export function createMediaStore({
  mediaStore,
  s3,
}: Pick<Config, 'mediaStore' | 's3'>): MediaStore {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(mediaStore) ?? [];
  if (bucket === undefined) return new FolderMedia(mediaStore);
  if (s3 === undefined) throw new Error('MEDIA_STORE is a bucket without S3_ACCESS_KEY_ID');
  return new BucketMedia(s3, bucket, prefix);
}
