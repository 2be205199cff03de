import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/** An account at a storage that speaks S3. */
export type S3Config = {
  /** Without it, Amazon’s of the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type S3Object = {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  /** Such as `cache-control`, and metadata as `x-amz-meta-…`. */
  headers?: Readonly<Record<string, string>>;
};

const attempts = 6;
const firstPauseMilliseconds = 200;
const timeoutMilliseconds = 30_000;

/**
 * A bucket. Each call is tried six times with growing pauses while the storage cannot be reached, answers 429 or 5xx, or
 * says nothing for 30 s. Throws a sentence with the storage’s own reason.
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

  /** The object’s content, or `undefined` where there is none. */
  async get(key: string): Promise<Buffer | undefined> {
    const { status, body } = await this.#call('GET', key, [200, 404]);
    return status === 404 ? undefined : body;
  }

  async put(key: string, { body, type, headers }: S3Object): Promise<void> {
    const digest = createHash('sha256').update(body).digest('hex');
    await this.#call('PUT', key, [200], {
      body,
      // The storage refuses what was damaged on its way.
      headers: { ...headers, 'content-type': type, 'x-amz-content-sha256': digest },
    });
  }

  /** Removes an object, where it is there. */
  async remove(key: string): Promise<void> {
    await this.#call('DELETE', key, [200, 204, 404]);
  }

  async #call(
    method: string,
    key: string,
    expected: readonly number[],
    init: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; body: Buffer }> {
    const url = `${this.#base}/${key.split('/').map(encode).join('/')}`;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#send(url, { method, ...init });
      if (answer.kind === 'answered' && expected.includes(answer.status)) return answer;
      this.#signal?.throwIfAborted();
      const isLast = answer.kind === 'answered' && answer.status < 500 && answer.status !== 429;
      if (isLast || attempt === attempts) {
        throw new Error(`The storage did not take ${method} of ${key}: ${reasonOf(answer)}`);
      }
      const growing = firstPauseMilliseconds * 2 ** (attempt - 1);
      await pause(growing * (0.5 + Math.random()), undefined, { signal: this.#signal });
    }
  }

  /** Signed anew for each try: a signature says when it was made. */
  async #send(url: string, init: RequestInit): Promise<S3Answer> {
    try {
      const limit = AbortSignal.timeout(this.#timeout);
      const signal = this.#signal ? AbortSignal.any([limit, this.#signal]) : limit;
      const request = await this.#client.sign(url, init);
      const answer = await fetch(request, { signal });
      const body = Buffer.from(await answer.arrayBuffer());
      return { kind: 'answered', status: answer.status, body };
    } catch (error) {
      return { kind: 'failed', reason: error };
    }
  }
}

type S3Answer =
  | { kind: 'answered'; status: number; body: Buffer }
  | { kind: 'failed'; reason: unknown };

function reasonOf(answer: S3Answer): string {
  if (answer.kind === 'answered') {
    const text = answer.body.subarray(0, 2_000).toString();
    const said = /<Message>([^<]*)<\/Message>/.exec(text)?.[1];
    return `it answered ${answer.status}${said === undefined ? '' : ` (${said})`}`;
  }
  const { reason } = answer;
  if (!(reason instanceof Error)) return String(reason);
  return reason.cause instanceof Error ? reason.cause.message : reason.message;
}

/** Everything but unreserved characters (RFC 3986), as signatures want it. */
function encode(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
