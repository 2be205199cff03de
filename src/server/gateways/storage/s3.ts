import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/** An account at a storage with the S3 API. */
export type S3Config = {
  /** Default: Amazon’s endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type BucketAddress = { bucket: string; prefix: string };

/** Returns the bucket and prefix of `s3://bucket/prefix`, without slashes at its end; `undefined` for another place. */
export function bucketOf(place: string): BucketAddress | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(place) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix };
}

export type S3Object = {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  /** Such as `cache-control`, and metadata as `x-amz-meta-…`. */
  headers?: Readonly<Record<string, string>>;
};

const attempts = 6;
const firstBackoffMilliseconds = 200;
const timeoutMilliseconds = 30_000;

/**
 * A bucket. Each call is tried up to six times with exponential backoff, when the storage cannot be reached, responds
 * with 429 or 5xx, or is silent for 30 s. Throws an error with the storage’s own reason.
 */
export class S3Bucket {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #signal: AbortSignal | undefined;
  readonly #timeout: number;

  constructor(
    config: S3Config,
    bucket: string,
    { signal, timeout }: { signal?: AbortSignal | undefined; timeout?: number } = {},
  ) {
    const { accessKeyId, secretAccessKey, region } = config;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    const endpoint = config.endpoint ?? `https://s3.${region}.amazonaws.com`;
    this.#base = `${endpoint.replace(/\/+$/, '')}/${encode(bucket)}`;
    this.#signal = signal;
    this.#timeout = timeout ?? timeoutMilliseconds;
  }

  /** Returns the object’s content; `undefined` if not found. */
  async get(key: string): Promise<Buffer | undefined> {
    const { status, body } = await this.#call('GET', key, [200, 404]);
    return status === 404 ? undefined : body;
  }

  async put(key: string, { body, type, headers }: S3Object): Promise<void> {
    const digest = createHash('sha256').update(body).digest('hex');
    await this.#call('PUT', key, [200], {
      body,
      // The storage refuses a body that does not match this digest.
      headers: { ...headers, 'content-type': type, 'x-amz-content-sha256': digest },
    });
  }

  async has(key: string): Promise<boolean> {
    const { status } = await this.#call('HEAD', key, [200, 404]);
    return status === 200;
  }

  /** Returns all keys that begin with a prefix. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const query = listQuery(prefix, token);
      const { body } = await this.#call('GET', '', [200], { query });
      const text = body.toString();
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(unescapeXml(key));
      token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1];
    } while (token !== undefined);
    return keys;
  }

  /** Removes an object, if it exists. */
  async remove(key: string): Promise<void> {
    await this.#call('DELETE', key, [200, 204, 404]);
  }

  async #call(
    method: string,
    key: string,
    expected: readonly number[],
    { query, ...init }: S3Call = {},
  ): Promise<{ status: number; body: Buffer }> {
    const path = `${this.#base}/${key.split('/').map(encode).join('/')}`;
    const url = query === undefined ? path : `${path}?${query}`;
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send(url, { method, ...init });
      if (response.kind === 'received' && expected.includes(response.status)) return response;
      this.#signal?.throwIfAborted();
      const isFinal =
        response.kind === 'received' && response.status < 500 && response.status !== 429;
      if (isFinal || attempt === attempts) {
        throw new Error(`The storage did not take ${method} of ${key}: ${reasonOf(response)}`);
      }
      const backoff = firstBackoffMilliseconds * 2 ** (attempt - 1);
      await pause(backoff * (0.5 + Math.random()), undefined, { signal: this.#signal });
    }
  }

  /** Signs each try again, because a signature contains its time. */
  async #send(url: string, init: RequestInit): Promise<S3Response> {
    try {
      const limit = AbortSignal.timeout(this.#timeout);
      const signal = this.#signal ? AbortSignal.any([limit, this.#signal]) : limit;
      const request = await this.#client.sign(url, init);
      const response = await fetch(request, { signal });
      const body = Buffer.from(await response.arrayBuffer());
      return { kind: 'received', status: response.status, body };
    } catch (error) {
      return { kind: 'failed', reason: error };
    }
  }
}

type S3Call = {
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  query?: string;
};

type S3Response =
  | { kind: 'received'; status: number; body: Buffer }
  | { kind: 'failed'; reason: unknown };

function reasonOf(response: S3Response): string {
  if (response.kind === 'received') {
    const text = response.body.subarray(0, 2_000).toString();
    const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1];
    return `it answered ${response.status}${message === undefined ? '' : ` (${message})`}`;
  }
  const { reason } = response;
  if (!(reason instanceof Error)) return String(reason);
  return reason.cause instanceof Error ? reason.cause.message : reason.message;
}

/** Returns the query of a list in the order and with the escapes that its signature has. */
function listQuery(prefix: string, token: string | undefined): string {
  const continued = token === undefined ? '' : `continuation-token=${encode(unescapeXml(token))}&`;
  return `${continued}list-type=2&prefix=${encode(prefix)}`;
}

function unescapeXml(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp|#39|#34);/g, (found) => escapes[found] ?? found);
}

const escapes: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#34;': '"',
  '&amp;': '&',
};

/** Escapes all but unreserved characters (RFC 3986), as signatures require. */
function encode(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
