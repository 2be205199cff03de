import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import { falVerifier } from '#server/gateways/media/falSignature.ts';
import { callbackKey } from '#server/services/media/jobs/callbackKey.ts';
import { readAll } from '../../setup/chat.ts';
import { makers, order } from '../../setup/mediaJobs.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const secret = Buffer.from('a secret of some length').toString('base64');
const body = '{"status":"OK","payload":{"images":[]}}';

/** The keys that fal publishes, and how often they were fetched. */
let keys: ReturnType<typeof newKey>[] = [];
let fetches = 0;
let isDown = false;
let server: TestServer;
let keysUrl: string;

const publisher = createServer((_, response) => {
  fetches += 1;
  if (isDown) response.writeHead(503);
  response.end(JSON.stringify({ keys: keys.map(({ x }) => ({ kty: 'OKP', crv: 'Ed25519', x })) }));
});

beforeAll(async () => {
  keysUrl = `http://127.0.0.1:${await listenOnLoopback(publisher, 0)}/jwks.json`;
  keys = [newKey(), newKey()];
  server = await startTestServer({
    environment: {
      FAL_KEY: 'key',
      FAL_PICTURE_MODEL: 'maker/pictures',
      FAL_WEBHOOK_KEYS_URL: keysUrl,
      REPLICATE_API_TOKEN: 'key',
      REPLICATE_VIDEO_MODEL: 'maker/videos',
      REPLICATE_WEBHOOK_SECRET: `whsec_${secret}`,
    },
  });
});

beforeEach(() => {
  isDown = false;
});

afterAll(async () => {
  await server.close();
  await closeServer(publisher);
});

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { x: publicKey.export({ format: 'jwk' }).x ?? '', privateKey };
}

type Signed = { timestamp?: number; text?: string; key?: (typeof keys)[number] | undefined };

function falHeaders({ timestamp = nowSeconds(), text = body, key = keys[1] }: Signed = {}) {
  const digest = createHash('sha256').update(text).digest('hex');
  const message = Buffer.from(['request', 'user', timestamp, digest].join('\n'));
  const signature = key ? sign(null, message, key.privateKey).toString('hex') : '';
  const values = { 'request-id': 'request', 'user-id': 'user', timestamp, signature };
  const named = Object.entries(values).map(([name, value]) => [
    `x-fal-webhook-${name}`,
    `${value}`,
  ]);
  return Object.fromEntries(named) as Record<string, string>;
}

function replicateHeaders({ timestamp = nowSeconds(), text = body }: Signed = {}) {
  const key = Buffer.from(secret, 'base64');
  const digest = createHmac('sha256', key).update(`id.${timestamp}.${text}`).digest('base64');
  return {
    'webhook-id': 'id',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,b3RoZXI= v1,${digest}`,
  };
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

async function callBack(id: string, headers: Record<string, string>, key?: string) {
  const right = callbackKey(server.platform.config, id);
  const path = `/api/media/callbacks/${id}/${key ?? right}`;
  const response = await server.fetch(path, { method: 'POST', body, headers });
  return response.status;
}

describe.each([
  ['fal', makers.picture, falHeaders],
  ['Replicate', makers.video, replicateHeaders],
])('a callback of %s', (_, model, headersOf) => {
  let id: string;

  beforeAll(async () => {
    const { cookie } = await server.signIn(5);
    const response = await order(server, cookie, 'a fox', { model });
    const { accepted } = await readAll(response, (reading) => reading.accepted !== undefined);
    id = accepted?.answer_id ?? '';
  });

  it('is taken when it is signed', async () => {
    expect(await callBack(id, headersOf())).toBe(200);
  });

  it('is refused when nothing is signed', async () => {
    expect(await callBack(id, {})).toBe(403);
  });

  it.each<[string, Signed]>([
    ['another text is signed', { text: '{}' }],
    ['it was signed too long ago', { timestamp: nowSeconds() - 600 }],
    ['it was signed in the future', { timestamp: nowSeconds() + 6_000 }],
    ['no time is named', { timestamp: Number.NaN }],
  ])('is refused when %s', async (__, signed) => {
    expect(await callBack(id, headersOf(signed))).toBe(403);
  });

  it('is unknown under another key', async () => {
    expect(await callBack(id, headersOf(), callbackKey({ secret: 'other' }, id))).toBe(404);
  });
});

describe('messages of fal', () => {
  const check = (verifier: ReturnType<typeof falVerifier>, signed: Signed = {}) =>
    verifier(Buffer.from(body), new Headers(falHeaders(signed)));

  it('are refused with a stranger’s signature', async () => {
    expect(await check(falVerifier(keysUrl), { key: newKey() })).toBe(false);
  });

  it('are refused while its keys cannot be fetched, and taken later', async () => {
    let now = Date.now();
    const verifier = falVerifier(keysUrl, () => now);
    isDown = true;
    expect(await check(verifier)).toBe(false);
    isDown = false;
    now += 61_000;
    expect(await check(verifier)).toBe(true);
  });

  it('are checked with kept keys, and with new ones after a change', async () => {
    let now = Date.now();
    const verifier = falVerifier(keysUrl, () => now);
    const before = fetches;
    expect(await check(verifier)).toBe(true);
    expect(await check(verifier)).toBe(true);
    expect(fetches - before).toBe(1);
    keys = [newKey(), newKey()];
    expect(await check(verifier)).toBe(false);
    now += 61_000;
    expect(await check(verifier)).toBe(true);
    expect(fetches - before).toBe(2);
  });
});
