import { randomUUID } from 'node:crypto';
import {
  type BucketAddress,
  S3Bucket,
  type S3Config,
  bucketOf,
} from '#server/gateways/storage/s3.ts';
import {
  type ConfigCheck,
  type Finding,
  ok,
  problem,
  reasonOf,
} from '#server/services/doctor/findings.ts';

const limitMilliseconds = 10_000;

/**
 * Whether the buckets exist and take files: a small one is written, read and removed again. That of backups is only
 * listed, because a bucket that is written once would keep the file for ever.
 */
export const buckets: ConfigCheck = {
  name: 'bucket',
  seconds: 25,
  run: async ({ mediaStore, exportTo, releaseStore, backup, s3 }) => {
    const places = { MEDIA_STORE: mediaStore, EXPORT_TO: exportTo, RELEASE_STORE: releaseStore };
    const found = Object.entries({ ...places, BACKUP_TO: backup.target }).map(
      async ([name, place = '']) => {
        const address = bucketOf(place);
        if (!s3 || !address) return [];
        const check = name === 'BACKUP_TO' ? listBucket : checkBucket;
        return [await check(name, address, s3)];
      },
    );
    return (await Promise.all(found)).flat();
  },
};

async function checkBucket(
  name: string,
  { bucket, prefix }: BucketAddress,
  s3: S3Config,
): Promise<Finding> {
  const store = openBucket(bucket, s3);
  const key = `${folderOf(prefix)}${randomUUID()}`;
  const body = new TextEncoder().encode(key);
  try {
    await store.put(key, { body, type: 'text/plain' });
    const read = await store.get(key);
    await store.remove(key);
    if (read?.toString() === key) return ok(`The bucket of ${name} (${bucket}) takes files`);
    return problem(
      `The bucket of ${name} (${bucket}) returned another file than was stored`,
      'Look for a cache between this server and S3_ENDPOINT.',
    );
  } catch (error) {
    return problem(
      `The bucket of ${name} (${bucket}) does not take files: ${reasonOf(error)}`,
      'Make the bucket, and let S3_ACCESS_KEY_ID read, write and delete in it.',
    );
  }
}

async function listBucket(
  name: string,
  { bucket, prefix }: BucketAddress,
  s3: S3Config,
): Promise<Finding> {
  try {
    // An empty folder, because a list of all backups may be long.
    await openBucket(bucket, s3).list(folderOf(prefix));
    return ok(
      `The bucket of ${name} (${bucket}) can be listed; not checked: whether it takes files`,
    );
  } catch (error) {
    return problem(
      `The bucket of ${name} (${bucket}) cannot be listed: ${reasonOf(error)}`,
      'Make the bucket, and let S3_ACCESS_KEY_ID list, read and write in it.',
    );
  }
}

function openBucket(bucket: string, s3: S3Config): S3Bucket {
  const signal = AbortSignal.timeout(limitMilliseconds);
  return new S3Bucket(s3, bucket, { signal, timeout: limitMilliseconds });
}

/** Returns the beginning of the keys of our own files. */
function folderOf(prefix: string): string {
  return `${prefix === '' ? '' : `${prefix}/`}doctor/`;
}
