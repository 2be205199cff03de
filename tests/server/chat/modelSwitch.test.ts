import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { ChatModel } from '#contract/models/models.ts';
import { answerCost } from '#server/db/schema/costs.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { mapModel } from '#server/services/models/setModel.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type TestDatabase, corePlatform, createTestDatabase } from '../../setup/database.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let database: TestDatabase;
let openai: FakeUpstream;
/** Servers with a clock on either side of the day on which OpenAI ends GPT-4o-mini. */
let before: TestServer;
let after: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  openai = await startUpstream('openai');
  const at = (moment: string) =>
    startTestServer({
      config: { providers: [openai.config] },
      database,
      now: () => new Date(moment),
    });
  before = await at('2027-01-13T23:59:59Z');
  after = await at('2027-01-14T00:00:00Z');
  await database.query.insert(gpt).values({ id: 'cook', name: 'Cook', model: 'gpt-4o-mini' });
});

afterAll(async () => {
  expect(await verifyLedger(database)).toEqual([]);
  await before.close();
  await after.close();
  await database.drop();
  await openai.close();
});

async function successorAt(server: TestServer): Promise<string | null | undefined> {
  const listed = (await (await server.fetch('/api/models')).json()) as ChatModel[];
  return listed.find(({ id }) => id === 'gpt-4o-mini')?.successor;
}

/** Asks a GPT. Returns the request to its model, and the cost of the answer for the user and the operator. */
async function askCook(server: TestServer) {
  const { cookie } = await server.signIn(5);
  const asked = await ask(server, cookie, { target: { gpt: 'cook' }, text: 'sandbox: fast 3' });
  const { accepted, end, text } = await readAll(asked);
  const [cost] = await database.query
    .select()
    .from(answerCost)
    .where(eq(answerCost.answerId, accepted?.answer_id ?? ''));
  return { sent: openai.requests.at(-1), end, text, cost };
}

describe('the end of GPT-4o-mini, the model of all GPTs, on 14 January 2027', () => {
  it('keeps price and answers for users, with the successor named in the tip', async () => {
    for (const [server, name] of [
      [before, 'gpt-4o-mini'],
      [after, 'gpt-6-luna'],
    ] as const) {
      const { sent, end, text, cost } = await askCook(server);
      expect(sent?.model).toBe(name);
      expect(end).toMatchObject({ state: 'finished', charged: 1 });
      expect(text).not.toBe('');
      expect(cost).toMatchObject({ upstream: `openai/${name}`, charged: 1, isGpt: true });
      expect(cost?.cost).toBeGreaterThan(0);
    }
    expect(await successorAt(before)).toBeNull();
    expect(await successorAt(after)).toBe('gpt-6-luna');
  });

  it('asks the successor, which reasons, to answer without thinking', async () => {
    expect((await askCook(before)).sent).not.toHaveProperty('reasoning_effort');
    const { sent } = await askCook(after);
    expect(sent).toMatchObject({ reasoning_effort: 'none', max_completion_tokens: 8_192 });
    expect(sent).not.toHaveProperty('max_tokens');
  });
});

describe('a model that an operator maps', () => {
  it.each([
    ['gpt-7-nova', 'low'],
    ['gpt-6-luna', 'none'],
    ['gpt-4.1', undefined],
  ])('is sent the least effort that it accepts: %s', async (name, effort) => {
    await mapModel(corePlatform(database), 'gpt-4-turbo', { provider: 'openai', upstream: name });
    const { cookie } = await before.signIn(5);
    const mapped = () => before.platform.catalogue.find('gpt-4-turbo')?.upstream?.name;
    await expect.poll(mapped).toBe(name);
    const target = { model: 'gpt-4-turbo' };
    const { end } = await readAll(await ask(before, cookie, { target, text: 'sandbox: fast 3' }));
    expect(end).toMatchObject({ state: 'finished', charged: 4 });
    const sent = openai.requests.at(-1) as unknown as Record<string, unknown>;
    expect(sent['model']).toBe(name);
    expect(sent['reasoning_effort']).toBe(effort);
  });
});
