import { createHash } from 'node:crypto';
import { type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaFile } from '#server/db/schema/mediaJobs.ts';
import { digitalSourceType } from '#server/gateways/media/marks/markText.ts';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import type { MediaJobs } from '#server/jobs/mediaJobs.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { creditOf } from '../../setup/chat.ts';
import { fileOf, make, makers, runMediaJobs } from '../../setup/mediaJobs.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const megabyte = 1_000_000;
const film = Buffer.concat([
  Buffer.from('000000146674797069736f6d0000000069736f6d', 'hex'),
  Buffer.alloc(12 * megabyte, 'frames '),
]);

/** How results are sent, and how many bytes of the last one were. */
let send: (response: ServerResponse) => void;
let sentBytes = 0;
let base = '';
let server: TestServer;
let jobs: MediaJobs;

/** A queue of models: each order is made at once. */
const queue = createServer((request, response) => {
  request.resume();
  if (request.url === '/film') return send(response);
  const urls = { get: `${base}/predictions/p` };
  const state = { status: 'succeeded', output: [`${base}/film`] };
  response.end(JSON.stringify(request.method === 'POST' ? { id: 'p', urls } : state));
});

beforeAll(async () => {
  const port = await listenOnLoopback(queue, 0);
  base = `http://127.0.0.1:${port}`;
  server = await startTestServer({
    environment: {
      REPLICATE_API_TOKEN: 'key',
      REPLICATE_BASE_URL: base,
      REPLICATE_VIDEO_MODEL: 'maker/films',
      WEB_TEST_ADDRESSES: `127.0.0.1:${port}`,
    },
  });
  jobs = await runMediaJobs(server);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await jobs.stop();
  await server.close();
  await closeServer(queue);
});

/** Sends so many bytes without saying how many there are, as fast as they are taken; without an end for `Infinity`. */
async function pour(response: ServerResponse, content: Buffer, bytes: number): Promise<void> {
  const piece = 100_000;
  for (sentBytes = 0; sentBytes < bytes && !response.destroyed; sentBytes += piece) {
    const at = sentBytes % content.length;
    if (response.write(content.subarray(at, Math.min(at + piece, content.length)))) continue;
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
    waiting.abort();
  }
}

async function makeFilm(cookie: string) {
  return (await make(server, cookie, 'a fox', { model: makers.video })).end;
}

describe('a result of a provider', () => {
  it('is streamed to the store, marked, with its size and checksum', async () => {
    const { cookie } = await server.signIn(5);
    send = (response) => void pour(response, film, film.length).then(() => response.end());
    const end = await makeFilm(cookie);
    expect(end).toMatchObject({ state: 'finished', charged: 5, media: [{ type: 'video/mp4' }] });
    const id = end.media?.[0]?.id ?? '';
    const bytes = await fileOf(server, cookie, id);
    expect(bytes.subarray(0, film.length).equals(film)).toBe(true);
    expect(bytes.subarray(film.length).includes(digitalSourceType)).toBe(true);
    const [row] = await server.database.query.select().from(mediaFile).where(eq(mediaFile.id, id));
    expect(row?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(row?.size).toBe(bytes.length);
  });

  it('is fetched again when it breaks off, and leaves no partial file', async () => {
    const { cookie } = await server.signIn(5);
    let tries = 0;
    send = (response) => {
      tries += 1;
      const isCut = tries === 1;
      void pour(response, film, isCut ? megabyte : film.length).then(() =>
        isCut ? response.destroy() : response.end(),
      );
    };
    const end = await makeFilm(cookie);
    expect([end.state, end.charged, tries]).toEqual(['finished', 5, 2]);
    const bytes = await fileOf(server, cookie, end.media?.[0]?.id ?? '');
    expect(bytes.subarray(0, film.length).equals(film)).toBe(true);
  });

  it('of another type is dropped after its first bytes, for free', async () => {
    const { cookie } = await server.signIn(5);
    const page = Buffer.alloc(megabyte, '<p>no video</p>');
    const poured = Promise.withResolvers<void>();
    send = (response) => void pour(response, page, Infinity).then(poured.resolve);
    const end = await makeFilm(cookie);
    expect(end).toMatchObject({ state: 'failed', reason: 'unusable_result', charged: 0 });
    await poured.promise;
    // The buffers of the kernel and the streams, and no more.
    expect(sentBytes).toBeLessThan(40 * megabyte);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 5, held: 0 });
  });
});
