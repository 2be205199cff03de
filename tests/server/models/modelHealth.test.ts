import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChatModel, chatModel } from '#contract/models/models.ts';
import { answer } from '#server/db/schema/chat.ts';
import { hideModel } from '#server/services/models/setModel.ts';
import { createUser } from '../../setup/database.ts';
import { seedAnswers } from '../../setup/seededAnswers.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let users: string[];

/** Keys of all providers, so that each model has one of its own. */
const keys = { OPENAI_API_KEY: 'key', ANTHROPIC_API_KEY: 'key', GROQ_API_KEY: 'key' };

beforeEach(async () => {
  server = await startTestServer({ environment: keys });
  users = [];
  for (let made = 0; made < 3; made += 1) users.push(await createUser(server.database));
});

afterEach(() => server.close());

/** A model in the list; the server caches its health for a few seconds, so only once. */
async function listed(): Promise<(id: string) => ChatModel> {
  const body = (await (await server.fetch('/api/models')).json()) as unknown[];
  const models = new Map(body.map((model) => chatModel.parse(model)).map((one) => [one.id, one]));
  return (id) => {
    const model = models.get(id);
    if (!model) throw new Error(`${id} is not listed`);
    return model;
  };
}

async function hasProviderOutage(): Promise<boolean> {
  const answered = await server.fetch('/api/models/status');
  return ((await answered.json()) as { disturbed: boolean }).disturbed;
}

const failed = { state: 'failed', reason: 'upstream_error' } as const;
const finished = { state: 'finished' } as const;

describe('the health of a model', () => {
  it('is computed from its recent answers', async () => {
    await seedAnswers(server.database, users, [
      // Half of them failed: a gamble.
      { model: 'claude-3-opus', ...finished, count: 5 },
      { model: 'claude-3-opus', ...failed, count: 5 },
      // One in four failed.
      { model: 'claude-3-sonnet', ...finished, count: 9 },
      { model: 'claude-3-sonnet', state: 'failed', reason: 'first_token_timeout', count: 3 },
      // None failed, but most had to wait for long.
      { model: 'gpt-4-turbo', ...finished, wait: 20, count: 5 },
      { model: 'gpt-4-turbo', ...finished, count: 4 },
      // That was their turn in our own queue.
      { model: 'gpt-3.5-turbo', ...finished, queued: 20, count: 9 },
      // Too few to say anything, too long ago, and none of the model's doing.
      { model: 'gpt-4o-mini', ...failed, count: 3 },
      { model: 'claude-2', ...failed, ago: 16, count: 20 },
      { model: 'llama-3.1-8b-instant', ...finished, count: 4 },
      { model: 'llama-3.1-8b-instant', state: 'stopped', count: 20 },
      { model: 'llama-3.1-8b-instant', state: 'interrupted', reason: 'server_stopped', count: 20 },
      { model: 'llama-3.1-8b-instant', state: 'failed', reason: 'filtered', count: 20 },
      // It has recovered.
      { model: 'llama-3.1-70b-versatile', ...failed, count: 9 },
      { model: 'llama-3.1-70b-versatile', ...finished, count: 3 },
    ]);
    const model = await listed();
    expect(model('claude-3-opus').health).toBe('down');
    expect(model('claude-3-sonnet').health).toBe('slow');
    expect(model('gpt-4-turbo').health).toBe('slow');
    for (const id of [
      'gpt-3.5-turbo',
      'gpt-4o-mini',
      'claude-2',
      'llama-3.1-8b-instant',
      'llama-3.1-70b-versatile',
    ]) {
      expect(model(id).health, id).toBe('working');
      expect(model(id).alternative, id).toBeNull();
    }
  });

  it('is not down by the failures of fewer than three users, or before a success', async () => {
    const [one = '', two = '', three = ''] = users;
    await seedAnswers(server.database, one, [
      { model: 'claude-3-opus', ...failed, ago: 3, count: 9 },
      { model: 'claude-3-sonnet', ...failed, ago: 3, count: 5 },
      { model: 'gpt-4-turbo', ...failed, ago: 3, count: 4 },
      { model: 'gpt-4o-mini', ...failed, ago: 3, count: 4 },
    ]);
    await seedAnswers(server.database, two, [
      { model: 'claude-3-sonnet', ...failed, ago: 2, count: 4 },
      { model: 'gpt-4-turbo', ...failed, ago: 2, count: 4 },
      { model: 'gpt-4o-mini', ...failed, ago: 2, count: 4 },
    ]);
    await seedAnswers(server.database, three, [
      { model: 'gpt-4-turbo', ...finished, count: 1 },
      { model: 'gpt-4-turbo', ...failed, count: 1 },
      { model: 'gpt-4o-mini', ...failed, count: 1 },
    ]);
    const model = await listed();
    const health = ['claude-3-opus', 'claude-3-sonnet', 'gpt-4-turbo', 'gpt-4o-mini'].map(
      (id) => model(id).health,
    );
    expect(health).toEqual(['working', 'working', 'slow', 'down']);
  });

  it('is the same on every server, and is looked up in an index', async () => {
    await seedAnswers(server.database, users, [{ model: 'claude-2', ...failed, count: 4 }]);
    const beside = await startTestServer({ environment: keys, database: server.database });
    const there = (await (await beside.fetch('/api/models')).json()) as ChatModel[];
    await beside.close();
    expect(there.find(({ id }) => id === 'claude-2')?.health).toBe('down');
    expect((await listed())('claude-2').health).toBe('down');
    const many = Array.from({ length: 5 }, () => ({ model: 'other', ...finished, count: 1_000 }));
    await seedAnswers(server.database, users, many);
    await server.database.pool.query('analyze answer');
    const { rows } = await server.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain select * from answer where model = 'claude-2' and ended > now() - interval '1 minute'
      order by ended desc limit 500`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('answer_by_model');
    await server.database.query.delete(answer);
  });
});

describe('the alternative to a model that is slow or down', () => {
  it('works, has a similar price, and preferably a healthy provider', async () => {
    await seedAnswers(server.database, users, [
      { model: 'claude-3-opus', ...failed, count: 4 },
      { model: 'claude-3-sonnet', ...failed, count: 4 },
      { model: 'gpt-4o-mini', ...failed, count: 4 },
      { model: 'gpt-4-turbo', ...finished, count: 4 },
      { model: 'gpt-4-1106-preview', ...finished, count: 4 },
    ]);
    await hideModel(server.platform, 'gpt-4-1106-preview', true);
    await expect
      .poll(() => server.platform.catalogue.find('gpt-4-1106-preview')?.hidden)
      .toBe(true);
    const model = await listed();
    // Anthropic's third model costs as much and was not asked lately, but its provider is down.
    expect(model('claude-3-opus')).toMatchObject({ disturbed: true, alternative: 'gpt-4-turbo' });
    expect(model('claude-3-sonnet').alternative).toBe('gpt-4-turbo');
    expect(model('claude-3.5-sonnet')).toMatchObject({ health: 'working', disturbed: true });
    // One model of two does not make the whole provider unhealthy.
    expect(model('gpt-4o-mini')).toMatchObject({ disturbed: false, alternative: 'gpt-3.5-turbo' });
    expect(await hasProviderOutage()).toBe(true);
  });

  it('is missing if no model of at most twice the price works', async () => {
    const cheap = ['gpt-3.5-turbo', 'gpt-4o-mini', 'llama-3.1-8b-instant'];
    const current = ['gpt-6-luna', 'claude-haiku-5-5', 'gpt-oss-20b', 'gpt-oss-120b'];
    const others = ['llama-3.1-70b-versatile', 'claude-2', ...current];
    await seedAnswers(
      server.database,
      users,
      [...cheap, ...others].map((model) => ({ model, ...failed, count: 4 })),
    );
    expect((await listed())('gpt-4o-mini').alternative).toBeNull();
  });

  it('is not computed while all work', async () => {
    expect(await hasProviderOutage()).toBe(false);
  });
});
