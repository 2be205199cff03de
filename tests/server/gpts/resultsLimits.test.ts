import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { siteFiles, writeFolder, release } from '../../setup/renderedSite.ts';
import { searchPages } from '../../setup/searchPage.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '1' } });
  const folder = await writeFolder({ ...siteFiles('one'), ...searchPages() });
  await release(server.platform.config.dataDir, folder);
  await rm(folder, { recursive: true });
});

afterAll(() => server.close());

function search(query: string, network: string, language = 'en'): Promise<Response> {
  return server.fetch(`/${language}/search?query=${query}`, {
    headers: { 'x-forwarded-for': network, 'accept-encoding': 'br' },
  });
}

describe('pages of results', () => {
  it('are rendered within the limit of a network, then refused as a page in their language', async () => {
    const statuses = new Set<number>();
    let refused: Response | undefined;
    for (let asked = 0; asked < 600 && !refused; asked += 1) {
      const answer = await search(`word-${asked}`, '2001:db8::1', 'de');
      statuses.add(answer.status);
      if (answer.status === 429) refused = answer;
      else await answer.arrayBuffer();
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 429]));
    expect(refused?.headers.get('content-type')).toContain('text/html');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('cache-control')).toBe('no-store');
    const html = await refused?.text();
    expect(html).toContain('Zu viele Suchen');
    expect(html).not.toContain('word-');
    // The whole /64 is one network; others are separate.
    expect((await search('other', '2001:db8::2', 'de')).status).toBe(429);
    expect((await search('other', '192.0.2.7', 'ja')).status).not.toBe(429);
  });

  it('are rendered a few at once, and refuse further networks with a time to retry', async () => {
    // Ten are rendered or wait for that until the tables can be read: the other fifty are refused, however slow all are.
    const blocker = await server.database.pool.connect();
    await blocker.query('begin; lock table gpt, snapshot_change in access exclusive mode');
    const refused: Response[] = [];
    const asked = Array.from({ length: 60 }, async (_, index) => {
      const answer = await search(`crowd-${index}`, `198.51.100.${index}`);
      if (answer.status === 503) refused.push(answer);
      return answer;
    });
    try {
      await expect.poll(() => refused.length).toBeGreaterThanOrEqual(50);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const [busy] = refused;
    const answers = await Promise.all(asked);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(busy?.headers.get('retry-after')).toBe('2');
    expect(await busy?.text()).toContain('Search isn’t responding');
    await vi.waitFor(async () => expect((await search('later', '203.0.113.9')).status).toBe(200), {
      timeout: 10_000,
      interval: 200,
    });
  });
});
