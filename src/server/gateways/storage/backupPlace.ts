import { resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { BucketPlace } from '#server/gateways/storage/bucketPlace.ts';
import { FolderPlace } from '#server/gateways/storage/folderPlace.ts';
import { bucketOf } from '#server/gateways/storage/s3.ts';

/**
 * A place of backups. Names are relative paths with `/`. A stored file is complete: a killed process leaves no file of
 * that name.
 */
export type BackupPlace = {
  /** The place for people. */
  label: string;
  /** Stores a file, replacing one of that name. Returns its bytes. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** Streams a file. Throws when there is none. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Returns the names of the files in a folder and its folders. */
  list(folder: string): Promise<string[]>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
};

/** Returns the place of a folder, or of `s3://bucket/prefix`. It reads and writes nothing before the first call. */
export function openBackupPlace({ s3 }: Pick<Config, 's3'>, target: string): BackupPlace {
  if (!target.includes('://')) return new FolderPlace(resolve(target));
  const found = bucketOf(target);
  if (found === undefined) {
    throw new Error(`${target}: a place of backups is a folder, or s3://bucket/prefix`);
  }
  if (s3 === undefined) {
    throw new Error(`${target} is a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing`);
  }
  return new BucketPlace(s3, found.bucket, found.prefix);
}
