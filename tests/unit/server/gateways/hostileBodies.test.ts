import { createServer } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openidGoogle } from '#server/gateways/google/openidGoogle.ts';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import { openaiModeration } from '#server/gateways/moderation/openaiModeration.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';
import { createSearch } from '#server/gateways/search/createSearch.ts';
import { rejection } from '../../../setup/rejection.ts';
import { htmlOnly, startStrangersSite, webOf } from '../../../setup/strangersSite.ts';

const plain = Buffer.alloc(40_000_000, ' ');

/** The encodings that Node's `fetch` reads, whether it offered them or not. */
const bodies: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(plain),
  deflate: deflateSync(plain),
  br: brotliCompressSync(plain.subarray(0, 20_000_000)),
  zstd: zstdCompressSync(plain),
};

/** Answers `/<encoding>/…` with a body that unpacks to much more than any caller reads. */
const provider = createServer((request, response) => {
  const encoding = request.url?.split('/')[1] ?? '';
  request.resume();
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  response.writeHead(200, headers).end(bodies[encoding]);
});

let base = '';

beforeAll(async () => {
  base = `http://127.0.0.1:${await listenOnLoopback(provider, 0)}`;
});

afterAll(() => closeServer(provider));

const never = () => new AbortController().signal;

/** Calls of providers over `fetch`, at the address of an encoding. */
const calls: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a search engine': async (url) => {
    const [engine] = createSearch([{ name: 'searxng', baseUrl: url, apiKey: undefined }]);
    return engine?.search('question', never());
  },
  'a provider of media': (url) => callProvider({ url, headers: {}, signal: never() }),
  moderation: (url) =>
    openaiModeration({ url, apiKey: undefined, model: undefined }).check('text', never()),
  Google: (url) =>
    openidGoogle({ issuer: url, clientId: 'id', clientSecret: 'secret' }, base).authorizationUrl({
      state: 'state',
      nonce: 'nonce',
      verifier: 'v'.repeat(43),
    }),
};

describe.each(Object.keys(bodies))('a body in %s that unpacks beyond its limit', (encoding) => {
  it.each(Object.keys(calls))(
    'fails the call of %s, which does not wait for its end',
    async (name) => {
      const error = await rejection(calls[name]?.(`${base}/${encoding}`) ?? Promise.resolve());
      expect(['SearchError', 'MediaFailure', 'UpstreamError', 'GoogleError']).toContain(error.name);
    },
  );
});

describe('a page that unpacks to hundreds of megabytes', () => {
  it('is refused after any number of compressed bytes', async () => {
    // In one write, so that it arrives before its decompression ends.
    const member = gzipSync(Buffer.alloc(10_000_000));
    const site = await startStrangersSite((request, response) => {
      const members = Number(request.url?.slice(1));
      if (Number.isNaN(members)) return void response.writeHead(404).end();
      const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' };
      const body = Buffer.concat(Array.from({ length: members }, () => member));
      response.writeHead(200, headers).end(body);
    });
    const web = webOf([site]);
    for (const members of [20, 24, 28, 30, 32, 34]) {
      const fetched = await web.fetchPage(`http://127.0.0.1:${site.port}/${members}`, htmlOnly);
      expect([members, fetched]).toEqual([members, { kind: 'refusal', reason: 'too_large' }]);
    }
    await site.close();
  });
});

describe('reading a body up to a limit', () => {
  it('ends with its signal although the stream does not end and cannot be ended', async () => {
    const stuck: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => new Promise(() => undefined),
      }),
    };
    const abort = new AbortController();
    const reading = rejection(readAtMost(stuck, 10, abort.signal));
    abort.abort(new Error('the deadline'));
    expect((await reading).message).toBe('the deadline');
  });

  it('gives up a long stream that cannot be ended, and returns the text of a short one', async () => {
    const endless: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: Buffer.from('12345') }),
        return: () => new Promise(() => undefined),
      }),
    };
    expect(await readAtMost(endless, 10)).toBeUndefined();
    expect(
      await readAtMost(
        (async function* () {
          yield Buffer.from('12345');
          yield Buffer.from('67890');
        })(),
        10,
      ),
    ).toBe('1234567890');
    expect(await readAtMost(null, 10)).toBe('');
  });
});
