import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversation } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await release(server.platform.config.dataDir, await writeFolder(siteFiles('one')));
  await server.database.query.insert(gpt).values([
    { id: 'older', name: 'Older' },
    { id: 'team/newer one', name: 'Newer' },
    { id: 'lost', name: 'Lost', removed: new Date() },
    { id: 'hidden', name: 'Hidden', hidden: new Date() },
  ]);
});

afterAll(() => server.close());

async function locationOf(path: string, cookie?: string): Promise<string | null> {
  const response = await server.fetch(path, cookie === undefined ? {} : { cookie });
  expect(response.status).toBe(302);
  expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache/);
  return response.headers.get('location');
}

describe('/g', () => {
  it('opens the first recent GPT of a signed-in user', async () => {
    const { userId, cookie } = await server.signIn();
    expect(await locationOf('/g', cookie)).toBe('/en/chat/g/gpt-4-all');
    const used = ['older', 'team/newer one', 'lost', 'hidden'];
    await server.database.query.insert(conversation).values(
      used.map((gptId, minute) => ({
        userId,
        gptId,
        title: 'Hello',
        updated: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      })),
    );
    expect(await locationOf('/g', cookie)).toBe('/g/team%2Fnewer%20one');
    expect(await locationOf('/g/team%2Fnewer%20one', cookie)).toBe('/en/chat/g/team%2Fnewer%20one');
    expect(await locationOf('/de/g', cookie)).toBe('/de/g/team%2Fnewer%20one');
    expect(await locationOf('/g/?x=1', cookie)).toBe('/g/team%2Fnewer%20one?x=1');
    expect(await locationOf('/de/g/', cookie)).toBe('/de/g/team%2Fnewer%20one');
    expect(await locationOf('/jp/g/', cookie)).toBe('/ja/g/team%2Fnewer%20one');
    const moved = await server.fetch('/de/g/team%2Fnewer%20one', { cookie });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      '/de/chat/g/team%2Fnewer%20one',
    ]);
  });

  it('forgets the GPTs of temporary and deleted conversations', async () => {
    const { userId, cookie } = await server.signIn();
    await server.database.query.insert(conversation).values([
      { userId, gptId: 'older', title: 'Temporary', temporary: true },
      { userId, gptId: 'team/newer one', title: 'Deleted', deleted: new Date() },
    ]);
    expect(await locationOf('/g', cookie)).toBe('/en/chat/g/gpt-4-all');
    const listed = await server.fetch('/api/gpts/recent', { cookie });
    expect(await listed.json()).toEqual([]);
  });

  it('opens the default one for all others', async () => {
    expect(await locationOf('/g')).toBe('/en/chat/g/gpt-4-all');
    expect(await locationOf('/de/g')).toBe('/de/chat/g/gpt-4-all');
    expect(await locationOf('/g', 'session=nobody; user_id=nobody')).toBe('/en/chat/g/gpt-4-all');
  });
});

describe('an address of a GPT in other letters', () => {
  it('leads to the GPT of the release, unless there is one with exactly these letters', async () => {
    await server.database.query
      .insert(gpt)
      .values({ id: 'GPT-4-all', name: 'Another', visibility: 'link' });
    const moved = await server.fetch('/de/gpts/Gpt-4-All');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/de/gpts/gpt-4-all']);
    expect((await server.fetch('/de/gpts/GPT-4-all')).status).toBe(404);
    const area = await server.fetch('/de/GPTS/GPT-4-ALL');
    expect([area.status, area.headers.get('location')]).toEqual([301, '/de/gpts/gpt-4-all']);
  });
});
