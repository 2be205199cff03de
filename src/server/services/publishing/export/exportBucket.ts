import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { mapConcurrently } from '#domain/concurrency.ts';
import { type S3Config, S3Bucket } from '#server/gateways/storage/s3.ts';
import {
  type ExportOptions,
  type ExportedFile,
  type ExportedSite,
  contentMark,
  hostFolder,
} from '#server/services/publishing/export/exportedSite.ts';
import {
  type ExportRecord,
  exportRecord,
  pendingNames,
  planExport,
} from '#server/services/publishing/export/exportRecord.ts';
import { readStored } from '#release/contentStore.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

export type BucketTarget = {
  s3: S3Config;
  bucket: string;
  /** Without a slash at its end; may be empty. */
  prefix: string;
  signal?: AbortSignal | undefined;
};

export type BucketExport =
  | { kind: 'unchanged' }
  | { kind: 'exported'; assets: number; pages: number; removed: number };

type Record = { release: string; files: ExportRecord };

const bucketRecord: z.ZodMiniType<Record> = z.object({ release: z.string(), files: exportRecord });

const requestsAtOnce = 8;
const recordName = `${hostFolder}/export.json.gz`;
const pendingName = `${hostFolder}/pending.json.gz`;
const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/**
 * Exports a site into a bucket, only the differences to the previous export: first assets, then pages, then the record
 * of all files, and finally deletes files. After a kill at any moment the next export completes it.
 */
export async function exportBucket(
  { s3, bucket, prefix, signal }: BucketTarget,
  site: ExportedSite,
  { store, isFull, onFile, beforeRemoval }: ExportOptions,
): Promise<BucketExport> {
  const objects = new S3Bucket(s3, bucket, { signal });
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const read = async <Value>(name: string, schema: z.ZodMiniType<Value>, none: Value) => {
    const compressed = await objects.get(keyOf(name));
    if (compressed === undefined) return none;
    return parseChecked(schema, (await decompress(compressed)).toString(), name);
  };
  const write = async (name: string, value: unknown) => {
    const body = await compress(JSON.stringify(value));
    await objects.put(keyOf(name), { body, type: 'application/gzip' });
  };

  const before = await read(recordName, bucketRecord, { release: '', files: {} });
  const broken = await read(pendingName, pendingNames, []);
  const unsure = isFull ? [...Object.keys(before.files), ...broken] : broken;
  const requested = new Map(site.files.map((file) => [file.name, file]));
  const plan = planExport(requested, objectMark, before.files, unsure);
  const isSame = plan.write.length === 0 && plan.remove.length === 0;
  if (isSame && before.release === site.release.id) return { kind: 'unchanged' };

  const affected = [...plan.write.map(({ name }) => name), ...plan.remove];
  if (!isSame) await write(pendingName, affected);
  const assets = plan.write.filter(({ isPage }) => !isPage);
  const pages = plan.write.filter(({ isPage }) => isPage);
  for (const group of [assets, pages]) {
    await mapConcurrently(group, requestsAtOnce, async (file) => {
      await objects.put(keyOf(file.name), await objectOf(file, store));
      onFile();
    });
  }
  await beforeRemoval(plan.remove);
  await write(recordName, { release: site.release.id, files: plan.after } satisfies Record);
  await mapConcurrently(plan.remove, requestsAtOnce, (name) => objects.remove(keyOf(name)));
  if (!isSame) await objects.remove(keyOf(pendingName));
  return {
    kind: 'exported',
    assets: assets.length,
    pages: pages.length,
    removed: plan.remove.length,
  };
}

function objectMark(file: ExportedFile): string {
  const { type, headers } = file;
  const parts = JSON.stringify([contentMark(file), type, headers]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/**
 * Returns the object of a file. It holds uncompressed content, because CDNs compress by themselves, and an object has
 * only one encoding, which not every client accepts. Buckets do not send policies: the policy is stored as metadata,
 * which workers can send.
 */
async function objectOf({ content, type, headers }: ExportedFile, store: string) {
  const body =
    content.kind === 'generated'
      ? Buffer.from(content.text)
      : await readStored(store, content.hash, 'identity');
  const entries = Object.entries(headers).map(([name, value]) => [
    name === 'cache-control' ? name : `x-amz-meta-${name}`,
    value,
  ]);
  return { body, type, headers: Object.fromEntries(entries) as { [name: string]: string } };
}
