import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Config } from '#server/gateways/storage/s3.ts';

export type StoredObject = { body: Buffer; headers: Readonly<Record<string, string>> };

/** How the server misbehaves: once for each that is in its list, with the requests that come next. */
export type StorageFault = 'answers 503' | 'answers 429' | 'cuts the connection';

/** A storage that speaks as much S3 as exports need, and believes nothing. */
export type S3Server = {
  config: S3Config;
  objects: Map<string, StoredObject>;
  /** Done requests in their order, such as `PUT bucket/en`. */
  done: string[];
  faults: StorageFault[];
  /** Buckets that it does not have. It has all others. */
  missing: Set<string>;
  /** The most requests that were there at a time. */
  mostAtOnce: () => number;
  /** Called when a request was done. */
  onDone: (count: number) => void;
  close(): Promise<void>;
};

const config = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'a/secret+key' };

export async function startS3Server(): Promise<S3Server> {
  let atOnce = 0;
  let most = 0;
  const state: S3Server = {
    config: { endpoint: undefined, ...config },
    objects: new Map(),
    done: [],
    faults: [],
    missing: new Set(),
    mostAtOnce: () => most,
    onDone: () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.once('close', () => (atOnce -= 1));
    void answer(state, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.config.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

async function answer(
  state: S3Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  // Long enough that requests meet each other.
  await pause(2);
  const refuse = (status: number, message: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Message>${message}</Message></Error>`);
  };
  const fault = state.faults.shift();
  if (fault === 'answers 503') return refuse(503, 'Please reduce your request rate.');
  if (fault === 'answers 429') return refuse(429, 'Slow down.');
  if (fault === 'cuts the connection') return void request.socket.destroy();
  const problem = signatureProblem(request, body);
  if (problem !== undefined) return refuse(403, problem);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const key = decodeURIComponent(pathname.slice(1));
  if (state.missing.has(key.split('/')[0] ?? '')) {
    return refuse(404, 'The specified bucket does not exist.');
  }
  if (searchParams.has('list-type')) return listObjects(state, pathname, searchParams, response);
  const found = state.objects.get(key);
  if (request.method !== 'PUT' && request.method !== 'DELETE' && !found)
    return refuse(404, 'The specified key does not exist.');
  state.done.push(`${request.method} ${key}`);
  if (request.method === 'PUT') state.objects.set(key, { body, headers: kept(request) });
  if (request.method === 'DELETE') state.objects.delete(key);
  response.writeHead(request.method === 'DELETE' ? 204 : 200);
  response.end(request.method === 'GET' ? found?.body : undefined);
  state.onDone(state.done.length);
}

/** Lists two keys at a time, so that each list of more has several pages. */
function listObjects(
  { objects }: S3Server,
  pathname: string,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const bucket = `${decodeURIComponent(pathname).split('/')[1]}/`;
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(bucket + (query.get('prefix') ?? '')))
    .map((key) => key.slice(bucket.length))
    .filter((key) => key > after)
    .toSorted((a, b) => (a < b ? -1 : 1));
  const page = keys.slice(0, 2);
  const next =
    keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const items = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><ListBucketResult>${items}${next}</ListBucketResult>`);
}

function kept({ headers }: IncomingMessage): Record<string, string> {
  const names = Object.keys(headers).filter((name) =>
    /^(content-type|cache-control|content-encoding|x-amz-meta-.*)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

/** The faults of a request, by Amazon’s description of Signature Version 4, implemented here independently. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return 'The request is not signed.';
  const [, id, day = '', region = '', signed = '', signature] = match;
  if (id !== config.accessKeyId || region !== config.region) return 'The key is not known here.';
  const time = String(request.headers['x-amz-date']);
  const digest = String(request.headers['x-amz-content-sha256']);
  if (!time.startsWith(day)) return 'The day is another one.';
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'The body was damaged.';
  if (body.length > 0 && digest === 'UNSIGNED-PAYLOAD') return 'The body is not signed.';
  const names = signed.split(';');
  for (const name of Object.keys(request.headers)) {
    const mustBe = name === 'host' || name.startsWith('x-amz-');
    if (mustBe && !names.includes(name)) return `${name} is not signed.`;
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encodeStrictly(decodeURIComponent(part)))
      .join('/'),
    query,
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    digest,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${config.secretAccessKey}`),
  );
  return hmac(key, text).toString('hex') === signature ? undefined : 'The signature is wrong.';
}

function encodeStrictly(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
