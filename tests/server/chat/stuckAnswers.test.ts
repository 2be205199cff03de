import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reapAnswers } from '#server/services/answers/close/reapAnswers.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll, readEvents } from '../../setup/chat.ts';
import { type EngineServer, startSearchEngines } from '../../setup/searchEngines.ts';
import { search } from '../../setup/searching.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type StrangersSite, startStrangersSite } from '../../setup/strangersSite.ts';

const question = 'How many metres does the Velmar Bridge measure?';

let site: StrangersSite;
let engine: EngineServer;
let server: TestServer;

beforeAll(async () => {
  const member = gzipSync(Buffer.alloc(10_000_000));
  const bomb = Buffer.concat(Array.from({ length: 28 }, () => member));
  site = await startStrangersSite((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' };
    response.writeHead(200, headers).end(bomb);
  });
  engine = await startSearchEngines(() =>
    ['one', 'two'].map((name) => ({
      url: `http://${name}.localhost:${site.port}/`,
      title: name,
    })),
  );
  server = await newServer();
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await engine.close();
  await site.close();
});

function newServer(environment: Record<string, string> = {}): Promise<TestServer> {
  return startTestServer({
    environment: {
      SEARXNG_URL: engine.url,
      WEB_TEST_ADDRESSES: `127.0.0.1:${site.port}`,
      ...environment,
    },
  });
}

/** Begins a search whose pages never load, for any ending. Returns its answer, once it reads pages. */
async function beginStuckSearch(of: TestServer) {
  Object.assign(of.platform.web, { fetchPage: () => new Promise(() => undefined) });
  const { cookie } = await of.signIn(10);
  const target = { model: 'ai-search' };
  const events = readEvents(await ask(of, cookie, { target, text: question }));
  let answerId = '';
  for (;;) {
    const { value } = await events.next();
    if (value?.event.type === 'accepted') answerId = value.event.answer_id;
    if (value?.event.type === 'step' && value.event.step === 'reading') break;
  }
  const end = async () => {
    for await (const { event } of events) if (event.type === 'end') return event;
    return undefined;
  };
  return { cookie, answerId, end };
}

describe('an AI search', () => {
  it('ends free when every page unpacks to hundreds of megabytes', async () => {
    const { cookie } = await server.signIn(10);
    const { end } = await search(server, cookie, question);
    expect(end).toMatchObject({ state: 'failed', reason: 'no_source', charged: 0 });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
  });

  it('ends when its user stops it, in any state', async () => {
    const other = await newServer();
    const { cookie, answerId, end } = await beginStuckSearch(other);
    const stop = `/api/chat/answers/${answerId}/stop`;
    expect((await other.fetch(stop, { method: 'POST', cookie })).status).toBe(200);
    expect(await end()).toMatchObject({ state: 'stopped', charged: 0 });
    expect(await creditOf(other, cookie)).toEqual({ credit: 10, held: 0 });
    await other.close();
  });

  it('does not keep a server from stopping', async () => {
    const other = await newServer();
    const { end } = await beginStuckSearch(other);
    await other.close();
    expect(await end()).toMatchObject({ state: 'interrupted', charged: 0 });
  });
});

describe('an answer', () => {
  it('ends free by its own deadline, though its model continues', async () => {
    const other = await startTestServer({ environment: { ANSWER_SECONDS: '1.5' } });
    const { cookie } = await other.signIn(10);
    const { end, text } = await readAll(await ask(other, cookie, { text: 'sandbox: long 2000' }));
    expect(end).toMatchObject({ state: 'failed', reason: 'answer_timeout', charged: 0 });
    expect(text).toContain('delta');
    expect(await creditOf(other, cookie)).toEqual({ credit: 10, held: 0 });
    await other.close();
  });

  it('ends by that deadline while it waits for a free slot', async () => {
    const other = await startTestServer({
      environment: { ANSWER_SECONDS: '3', MAX_ANSWERS: '1' },
    });
    const [first, second] = [await other.signIn(10), await other.signIn(10)];
    const blocking = ask(other, first.cookie, { text: 'sandbox: long 2000' });
    const running = readAll(await blocking);
    Object.assign(other.platform.config, { answerSeconds: 0.1 });
    const waiting = await readAll(await ask(other, second.cookie, { text: 'Hello' }));
    expect(waiting.end).toMatchObject({ state: 'failed', reason: 'answer_timeout', charged: 0 });
    expect((await running).end).toMatchObject({ reason: 'answer_timeout' });
    await other.close();
  });

  it('after its deadline is ended by the reaper, though its server lives', async () => {
    const { cookie } = await server.signIn(10);
    const asking = await ask(server, cookie, { text: 'sandbox: stall 3' });
    const { accepted } = await readAll(asking, ({ text }) => text.includes('delta 3'));
    const outlive = (seconds: number) =>
      server.database.query.execute(
        sql`update answer set created = now() - make_interval(secs => ${seconds})
          where id = ${accepted?.answer_id}`,
      );
    await outlive(1_800);
    // A heartbeat may do the same at any moment.
    await reapAnswers(server.database, new Date(), 'left', 1_800);
    expect(await creditOf(server, cookie)).toMatchObject({ held: 1 });
    await outlive(1_900);
    await reapAnswers(server.database, new Date(), 'left', 1_800);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    const { end } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    expect(end).toMatchObject({ state: 'finished' });
  });
});
