import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getGpt } from '#contract/gpts/gpts.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { streamSnapshot } from '#server/services/snapshot/streamSnapshot.ts';
import { askList, importAll } from '../../setup/directory.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await importAll(server.database, [{ id: 'a', name: 'Essay Coach', conversations: 100 }]);
  const { query } = server.database;
  const today = dayOf(new Date());
  await query.insert(gptUsageDay).values([
    { gptId: 'a', day: addDays(today, -1), own: 3, ownUsers: 1 },
    { gptId: 'a', day: today, own: 4, ownUsers: 1 },
  ]);
  await query.update(gpt).set({ ownChats: 7 }).where(eq(gpt.id, 'a'));
});

afterAll(async () => {
  await server.close();
});

it('shows the chats up to the last day that is over in lists and of one GPT, as the pages of the site do', async () => {
  const { items } = await askList(server, { query: 'essay' });
  const one: unknown = await (
    await server.fetch(endpointUrl(getGpt, { params: { id: 'a' } }))
  ).json();
  let published: number | undefined;
  for await (const line of streamSnapshot(server.database, new Date())) {
    if (line.type === 'gpt') published = line.gpt.chats;
  }
  expect([items[0]?.chats, getGpt.response.parse(one).chats, published]).toEqual([103, 103, 103]);
});
