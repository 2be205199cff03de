import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntry } from '#server/db/schema/operation.ts';
import { afterProblem } from '#domain/models/providerCircuit.ts';
import { changeProviderState, forgetProvider } from '#server/services/costs/providerStates.ts';
import { readSpending } from '#server/services/costs/spending.ts';
import { createUser } from '../../setup/database.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { seedAnswers } from '../../setup/seededAnswers.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let server: TestServer;
let shell: OperatorShell;
let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startUpstream('openai');
  // The variables that commands read of their environment, as the server would.
  process.env['OPENAI_API_KEY'] = upstream.config.apiKey;
  process.env['OPENAI_BASE_URL'] = upstream.config.baseUrl;
  server = await startTestServer();
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  delete process.env['OPENAI_API_KEY'];
  delete process.env['OPENAI_BASE_URL'];
  await shell.close();
  await server.close();
  await upstream.close();
});

const models = (...args: string[]) => shell.run('models', ...args);

// In order: each continues with the catalogue of the one before.
describe('dolores models', () => {
  it('lists the current and the next upstreams, and the recent health', async () => {
    const users = [];
    for (let made = 0; made < 3; made += 1) users.push(await createUser(server.database));
    await seedAnswers(server.database, users, [
      { model: 'gpt-4-turbo', state: 'finished', wait: 2, count: 1 },
      { model: 'gpt-4-turbo', state: 'failed', reason: 'upstream_busy', count: 3 },
    ]);
    const { out, err, status } = await models('list');
    expect({ err, status }).toEqual({ err: '', status: 0 });
    expect(out).toContain('2.  gpt-4o-mini  GPT-4o-mini  openai  1 credit  working\n');
    expect(out).toContain('    openai/gpt-4o-mini answers\n');
    expect(out).toContain(
      '    will be shut down by its provider on 2027-01-14: gpt-6-luna will answer then\n',
    );
    expect(out).toContain('4.  gpt-4-turbo  GPT-4-turbo  openai  4 credits  down\n');
    expect(out).toContain(
      '    answers in the last quarter of an hour: 4, failed: 3, first text after 2.0 s\n    offered instead: ',
    );
    expect(out).toContain(
      'shut down by its provider on 2025-07-21: claude-haiku-5-5 answers in its place, and the tip says so',
    );
    const listed = JSON.parse((await models('list', '--json')).out) as { id: string }[];
    expect(listed.find(({ id }) => id === 'gpt-4-turbo')).toMatchObject({
      price: 4,
      health: 'down',
      upstreams: ['openai/gpt-6-sol'],
      retired: { day: '2026-10-23', successor: 'gpt-6-sol' },
      outcomes: { answers: 4, failed: 3, firstTextMilliseconds: 2_000 },
    });
  });

  it('sets price, title and tips, asks for a publish, and leaves a record', async () => {
    const tips = ['--tip', 'en=Patient.', '--tip', 'de=Geduldig.'];
    const run = await models('set', 'claude-2', '--price', '3', '--title', 'Claude Two', ...tips);
    expect(run).toMatchObject({ status: 0, err: '' });
    expect(run.out).toContain(
      'claude-2 is offered: Claude Two, in claude, 3 credits a question.\n',
    );
    expect(run.out).toMatch(/publish/);
    await expect.poll(() => server.platform.catalogue.find('claude-2')?.price).toBe(3);
    const json = await models('set', 'claude-2', '--price', '4', '--json', '--no-publish');
    expect(JSON.parse(json.out)).toMatchObject({ id: 'claude-2', price: 4, title: 'Claude Two' });
    const expensive = await models('set', 'dall-e-3', '--price', '9', '--no-publish');
    expect(expensive.out).toContain('Credits of Pro do not cover the queries that it advertises');
    const entries = await server.database.query.select().from(auditEntry).orderBy(auditEntry.id);
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'models.set claude-2',
      'models.set claude-2',
      'models.set dall-e-3',
    ]);
  });

  it('adds a model, maps it, hides it, puts it first and removes it', async () => {
    const options = ['--title', 'Own', '--group', 'llama', '--price', '2', '--no-publish'];
    const upstreamIs = ['--provider', 'openai', '--upstream', 'own/large'];
    const added = await models('add', 'own-model', ...options, ...upstreamIs);
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(added.out).toContain('in llama, 2 credits a question, answered by openai/own/large.');
    expect((await models('map', 'own-model', 'groq', 'other')).err).toContain(
      'groq is not connected here',
    );
    expect((await models('order', 'own-model', 'claude-2')).out).toMatch(/^own-model\nclaude-2\n/);
    expect((await models('hide', 'own-model')).out).toContain('own-model is hidden');
    expect((await models('remove', '--yes', 'own-model')).out).toContain('own-model is removed.');
  });

  it.each([
    [2, ['set', 'claude-2', '--price', 'much'], '--price must be a whole number from 1'],
    [2, ['map', 'claude-2'], 'Name a provider and a model there, or say --default'],
    [2, ['order'], 'Name models in their order, or --reset'],
    [1, ['show', 'claude-2'], 'claude-2 is shown already'],
  ])('ends with %i and names the mistake in %o', async (status, args, sentence) => {
    const run = await models(...args);
    expect(run.status).toBe(status);
    expect(run.err).toContain(sentence);
  });

  it('checks which providers and keys are closed', async () => {
    const key = { provider: 'openai', key: 'digest', label: '…a1b2' };
    const at = new Date('2026-11-30T03:00:00Z');
    await changeProviderState(server.database, key, () => afterProblem(undefined, 'empty', at));
    const sentence = /^CLOSED {2}openai, …a1b2: empty since 2026-11-30T03:00.*, tried again at /m;
    expect(await models('check')).toMatchObject({
      status: 1,
      out: expect.stringMatching(sentence),
    });
    const { closed } = JSON.parse((await models('check', '--json')).out) as { closed: unknown[] };
    expect(closed).toMatchObject([{ provider: 'openai', label: '…a1b2', problem: 'empty' }]);
    await forgetProvider(server.database, 'openai');
    expect((await models('check')).out).not.toContain('CLOSED  openai,');
  });

  it('asks every upstream one question with --yes, and counts the cost', async () => {
    const unsure = await models('check');
    expect(unsure.out).toContain('One tiny question each, which may cost a fraction of a cent');
    expect(unsure.out).toContain(
      '  openai/gpt-6-sol (gpt-4-1106-preview, gpt-4-turbo, gpt-6-sol)\n',
    );
    expect(upstream.requests).toEqual([]);
    const run = await models('check', '--yes');
    expect(run.status).toBe(0);
    expect(run.out).toMatch(
      /^ok {6}openai\/gpt-6-luna \(gpt-3\.5-turbo, gpt-6-luna\): first text \d+ ms, /m,
    );
    const spent = await readSpending(server.database.query, new Date());
    expect(spent.get('openai')).toBeGreaterThan(0);
    await upstream.close();
    const broken = await models('check', '--yes', '--json');
    expect(broken.status).toBe(1);
    const { answers } = JSON.parse(broken.out) as { answers: unknown[] };
    expect(answers).toContainEqual(
      expect.objectContaining({ upstream: 'openai/gpt-4o-mini', reason: 'upstream_refused' }),
    );
  });
});
