import type { MediaContent, MediaStore } from '#server/gateways/storage/media.ts';
import { isKey, partsOfKey } from '#server/gateways/storage/mediaKey.ts';
import { S3Bucket, type S3Config } from '#server/gateways/storage/s3.ts';

/**
 * Media in a bucket. A whole file is in memory while it is sent, because its signature needs it, and while it is read.
 */
export class BucketMedia implements MediaStore {
  readonly #bucket: S3Bucket;
  readonly #prefix: string;

  constructor(s3: S3Config, bucket: string, prefix: string) {
    this.#bucket = new S3Bucket(s3, bucket);
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
  }

  async put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    type: string,
  ): Promise<void> {
    const body = await bytesOf(content);
    await this.#bucket.put(this.#nameOf(key), { body, type });
  }

  async get(key: string): Promise<MediaContent | undefined> {
    const body = await this.#bucket.get(this.#nameOf(key));
    if (!body) return undefined;
    const blob = new Blob([new Uint8Array(body)]);
    return {
      size: blob.size,
      stream: (range) => (range ? blob.slice(range.first, range.last + 1) : blob).stream(),
    };
  }

  async remove(key: string): Promise<void> {
    await this.#bucket.remove(this.#nameOf(key));
  }

  async isHere(): Promise<boolean> {
    return true;
  }

  async isEmpty(): Promise<boolean> {
    const names = await this.#bucket.list(this.#prefix);
    // Without a prefix, the bucket may have other things too.
    return !names.some((name) => isKey(name.slice(this.#prefix.length)));
  }

  async tidy(): Promise<void> {}

  #nameOf(key: string): string {
    const { kind, id } = partsOfKey(key);
    return `${this.#prefix}${kind}/${id}`;
  }
}

async function bytesOf(
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return new Uint8Array(content);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
