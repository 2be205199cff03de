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

/** Whether the buckets exist and take files: a small one is written, read and removed again. */
export const buckets: ConfigCheck = {
  name: 'bucket',
  seconds: 25,
  run: async ({ mediaStore, exportTo, s3 }) => {
    const places = Object.entries({ MEDIA_STORE: mediaStore, EXPORT_TO: exportTo });
    const found = places.map(async ([name, place = '']) => {
      const address = bucketOf(place);
      return s3 && address ? [await checkBucket(name, address, s3)] : [];
    });
    return (await Promise.all(found)).flat();
  },
};

async function checkBucket(
  name: string,
  { bucket, prefix }: BucketAddress,
  s3: S3Config,
): Promise<Finding> {
  const signal = AbortSignal.timeout(limitMilliseconds);
  const store = new S3Bucket(s3, bucket, { signal, timeout: limitMilliseconds });
  const key = `${prefix === '' ? '' : `${prefix}/`}doctor/${randomUUID()}`;
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
