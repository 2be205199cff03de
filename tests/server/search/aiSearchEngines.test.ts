import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCap } from '#server/services/upstreamPrices/setCap.ts';
import { readSpending } from '#server/services/costs/spending.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { deleteOldTexts } from '#server/services/search/storeSearch.ts';
import { creditOf } from '../../setup/chat.ts';
import { pdf } from '../../setup/files.ts';
import { type EngineServer, startSearchEngines } from '../../setup/searchEngines.ts';
import { search } from '../../setup/searching.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type StrangersSite, startStrangersSite } from '../../setup/strangersSite.ts';

const pages: Record<string, { type: string; body: string | Buffer }> = {
  '/bridge.pdf': {
    type: 'application/pdf',
    body: pdf(['The Velmar Bridge measures 412 metres from end to end.']),
  },
  '/visitors.txt': {
    type: 'text/plain; charset=utf-8',
    body: 'The Velmar Bridge had 91,700 visitors in a year.',
  },
};

let site: StrangersSite;
let engines: EngineServer;
let server: TestServer;

beforeAll(async () => {
  site = await startStrangersSite((request, response) => {
    const page = pages[request.url ?? ''];
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': page.type }).end(page.body);
  });
  const found = Object.keys(pages).map((path) => {
    return { url: `http://bridge.localhost:${site.port}${path}`, title: path };
  });
  engines = await startSearchEngines(() => found);
  server = await startTestServer({
    environment: {
      // Nobody is there.
      SEARXNG_URL: 'http://127.0.0.1:9',
      BRAVE_API_KEY: 'brave-key',
      BRAVE_BASE_URL: engines.url,
      TAVILY_API_KEY: 'tavily-key',
      TAVILY_BASE_URL: engines.url,
      WEB_TEST_ADDRESSES: `127.0.0.1:${site.port}`,
    },
  });
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await engines.close();
  await site.close();
});

beforeEach(() => {
  engines.asked.length = 0;
});

const question = 'How many metres does the Velmar Bridge measure?';
const paths = () => engines.asked.map(({ path }) => path);

async function cap(provider: string, micros: number): Promise<void> {
  await setCap(server.platform, provider, micros, 'a test');
  await expect.poll(() => server.platform.catalogue.caps.get(provider)).toBe(micros);
}

// In order: the later ones cap the spending of the first one.
describe('AI search with several engines', () => {
  it('asks the next one when one fails, and reads PDF', async () => {
    const { cookie } = await server.signIn(10);
    const { end, text, sources } = await search(server, cookie, question);
    expect(end).toMatchObject({ state: 'finished', charged: 2 });
    expect(text).toContain('412');
    expect(sources[0]?.url).toMatch(/bridge\.pdf$/);
    expect(paths()).toEqual(['/res/v1/web/search']);
    const spent = await readSpending(server.database.query, new Date());
    expect([spent.get('brave'), spent.get('tavily')]).toEqual([5_000, undefined]);
  });

  it('reads plain text, too', async () => {
    const { cookie } = await server.signIn(10);
    const asked = 'How many visitors did the Velmar Bridge have?';
    const { end, text, sources } = await search(server, cookie, asked);
    expect(end).toMatchObject({ state: 'finished', charged: 2 });
    expect(text).toContain('91,700');
    expect(sources[0]?.url).toMatch(/visitors\.txt$/);
  });

  it('asks the next one when one has reached its daily cap', async () => {
    const { cookie } = await server.signIn(10);
    await cap('brave', 5_000);
    const { end } = await search(server, cookie, question);
    expect(end).toMatchObject({ state: 'finished', charged: 2 });
    expect(paths()).toEqual(['/search']);
  });

  it('costs nothing when all caps are reached, and asks no engine', async () => {
    const { cookie } = await server.signIn(10);
    await cap('tavily', 1);
    const { end } = await search(server, cookie, question);
    expect(end).toMatchObject({ state: 'failed', reason: 'search_failed', charged: 0 });
    expect(paths()).toEqual([]);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    await setCap(server.platform, 'brave', null, 'a test');
    await setCap(server.platform, 'tavily', null, 'a test');
    await expect.poll(() => server.platform.catalogue.caps.size).toBe(0);
  });

  it('can be stopped for free while it searches', async () => {
    const { cookie } = await server.signIn(10);
    const stopping: Promise<unknown>[] = [];
    const { end, events } = await search(server, cookie, 'engine-slow of the Velmar Bridge', {
      onEvent: (event, answerId) => {
        if (event.type !== 'step') return;
        const path = `/api/chat/answers/${answerId}/stop`;
        stopping.push(server.fetch(path, { method: 'POST', cookie }));
      },
    });
    await Promise.all(stopping);
    expect(events.flatMap((event) => (event.type === 'step' ? [event.step] : []))).toEqual([
      'searching',
    ]);
    expect(end).toMatchObject({ state: 'stopped', reason: 'stopped_before_output', charged: 0 });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
  });

  it('keeps the texts behind its quotes for 30 days after the last quotation', async () => {
    const { cookie } = await server.signIn(10);
    const { sources, conversationId } = await search(server, cookie, question);
    const hash = sources[0]?.text_hash ?? '';
    const { query } = server.database;
    const age = (days: number) =>
      query.execute(
        sql`update search_text set used = now() - make_interval(days => ${days}) where hash = ${hash}`,
      );
    const isKept = async () =>
      (await query.execute(sql`select from search_text where hash = ${hash}`)).rowCount === 1;
    await age(29);
    await deleteOldTexts(server.database);
    expect(await isKept()).toBe(true);
    await age(31);
    await search(server, cookie, question);
    await deleteOldTexts(server.database);
    expect(await isKept()).toBe(true);
    await age(31);
    await deleteOldTexts(server.database);
    expect(await isKept()).toBe(false);
    const stored = await server.fetch(`/api/chat/conversations/${conversationId}`, { cookie });
    expect(await stored.text()).toContain(sources[0]?.quotes[0]?.text);
  });
});
