import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { S3Bucket, type S3Config } from '#server/gateways/storage/s3.ts';

/** Bytes of one object. A part is in memory while it is sent, because its signature needs it. */
const partBytes = 16 * 1_024 * 1_024;

const partTimeoutMilliseconds = 300_000;

/** Backups in a bucket. A large file has further objects, with the names `name.0001`, `name.0002` and so on. */
export class BucketPlace implements BackupPlace {
  readonly label: string;
  readonly #bucket: S3Bucket;
  readonly #prefix: string;

  constructor(s3: S3Config, bucket: string, prefix: string) {
    this.label = `s3://${bucket}/${prefix}`;
    this.#bucket = new S3Bucket(s3, bucket, { timeout: partTimeoutMilliseconds });
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
  }

  /** Writes the first part last, so that a file of that name is complete. */
  async write(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const key = this.#prefix + name;
    let first: Uint8Array<ArrayBuffer> | undefined;
    let bytes = 0;
    let number = 0;
    for await (const body of partsOf(content)) {
      bytes += body.byteLength;
      if (number === 0) first = body;
      else await this.#put(partKey(key, number), body);
      number += 1;
    }
    // The rest of a longer file that had this name.
    for (; (await this.#bucket.has(partKey(key, number))) && number > 0; number += 1) {
      await this.#bucket.remove(partKey(key, number));
    }
    await this.#put(key, first ?? new Uint8Array());
    return bytes;
  }

  async *read(name: string): AsyncIterable<Uint8Array> {
    const key = this.#prefix + name;
    for (let number = 0; ; number += 1) {
      const part = await this.#bucket.get(partKey(key, number));
      if (part === undefined && number === 0) throw new Error(`${this.label} has no ${name}`);
      if (part === undefined) return;
      yield part;
      if (part.byteLength < partBytes) return;
    }
  }

  async list(folder: string): Promise<string[]> {
    const keys = await this.#bucket.list(`${this.#prefix}${folder}/`);
    return keys.map((key) => key.slice(this.#prefix.length)).filter((key) => !isPart(key));
  }

  async remove(name: string): Promise<void> {
    const key = this.#prefix + name;
    await this.#bucket.remove(key);
    const parts = (await this.#bucket.list(`${key}.`)).filter(isPart);
    for (const part of parts) await this.#bucket.remove(part);
  }

  async #put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#bucket.put(key, { body, type: 'application/octet-stream' });
  }
}

function partKey(key: string, number: number): string {
  return number === 0 ? key : `${key}.${String(number).padStart(4, '0')}`;
}

function isPart(key: string): boolean {
  return /\.\d{4}$/.test(key);
}

/** Joins and cuts chunks to parts of the same size; the last one is smaller. */
async function* partsOf(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (bytes + rest.byteLength >= partBytes) {
      const taken = partBytes - bytes;
      yield new Uint8Array(Buffer.concat([...waiting, rest.subarray(0, taken)]));
      rest = rest.subarray(taken);
      waiting = [];
      bytes = 0;
    }
    if (rest.byteLength > 0) waiting.push(rest);
    bytes += rest.byteLength;
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(waiting));
}
