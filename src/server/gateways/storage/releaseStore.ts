import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3Bucket, type S3Config, bucketOf } from '#server/gateways/storage/s3.ts';

/** Files that all servers of a site share, by names such as `contents/ab/…`. Written whole or not at all. */
export type ReleaseStore = {
  /** Returns `undefined` if not found. */
  get(name: string): Promise<Buffer | undefined>;
  put(name: string, body: Uint8Array): Promise<void>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
};

/** Opens a folder, or `s3://bucket/prefix`. */
export function openReleaseStore(place: string, s3: S3Config | undefined): ReleaseStore {
  const found = bucketOf(place);
  if (found === undefined) return folderStore(place);
  if (s3 === undefined) throw new Error('RELEASE_STORE is a bucket without S3_ACCESS_KEY_ID');
  const { bucket, prefix } = found;
  return bucketStore(new S3Bucket(s3, bucket), prefix === '' ? '' : `${prefix}/`);
}

function bucketStore(bucket: S3Bucket, prefix: string): ReleaseStore {
  return {
    get: (name) => bucket.get(prefix + name),
    put: (name, body) =>
      bucket.put(prefix + name, { body: new Uint8Array(body), type: 'application/octet-stream' }),
    remove: (name) => bucket.remove(prefix + name),
  };
}

function folderStore(folder: string): ReleaseStore {
  return {
    get: (name) =>
      readFile(join(folder, name)).catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
        throw error;
      }),
    put: async (name, body) => {
      const file = join(folder, name);
      const draft = `${file}.${randomUUID()}.tmp`;
      await mkdir(dirname(file), { recursive: true });
      try {
        await writeFile(draft, body, { flush: true });
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
