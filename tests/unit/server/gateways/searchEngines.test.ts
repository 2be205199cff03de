import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearch } from '#server/gateways/search/createSearch.ts';
import type { SearchProviderName } from '#domain/models/providers.ts';
import { type EngineServer, startSearchEngines } from '../../../setup/searchEngines.ts';

describe.each(['searxng', 'brave', 'tavily'] as const)('%s', (name: SearchProviderName) => {
  let server: EngineServer;
  beforeAll(async () => {
    server = await startSearchEngines((query) => [
      { url: `http://one.example/${query}`, title: 'One', date: '2026-03-04T10:00:00Z' },
      { url: 'https://two.example/', title: 'Two' },
    ]);
  });
  afterAll(() => server.close());

  function search(query: string, signal = new AbortController().signal) {
    const [engine] = createSearch([{ name, baseUrl: server.url, apiKey: 'the-key' }]);
    if (!engine) throw new Error('No engine');
    return engine.search(query, signal);
  }

  it('returns pages with plain titles and days, and drops other results', async () => {
    expect(await search('水星 moons')).toEqual([
      { url: 'http://one.example/水星 moons', title: 'One', date: '2026-03-04' },
      { url: 'https://two.example/', title: 'Two', date: null },
    ]);
    const asked = server.asked.at(-1);
    expect(asked?.query).toBe('水星 moons');
    const key = { searxng: undefined, brave: 'the-key', tavily: 'Bearer the-key' }[name];
    expect(asked?.key).toBe(key);
  });

  it.each([
    ['engine-500', 'error'],
    ['engine-401', 'unauthorised'],
    ['engine-429', 'busy'],
    ['engine-garbage', 'error'],
    ['engine-moved', 'error'],
    ['engine-endless', 'error'],
  ])('fails at %s without a word of the query', async (query, reason) => {
    await expect(search(query)).rejects.toMatchObject({
      reason,
      message: `${name} did not search: ${reason}`,
    });
  });

  it('ends with the reason of the signal', async () => {
    const abort = new AbortController();
    const searching = search('engine-slow', abort.signal);
    abort.abort(new Error('stopped'));
    await expect(searching).rejects.toThrow('stopped');
  });

  it('reports that no service is configured', async () => {
    const [engine] = createSearch([{ name, baseUrl: 'http://127.0.0.1:1', apiKey: 'k' }]);
    await expect(engine?.search('x', new AbortController().signal)).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});
