import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatModel } from '#contract/models/models.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { choiceSentence, closedChoices } from '#server/services/models/mediaChoices.ts';
import { readAll } from '../../setup/chat.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { makers, order } from '../../setup/mediaJobs.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { Providers } from '../../setup/studio/providers.ts';
import { environmentOf } from '../../setup/studio/studioEnvironment.ts';

let folder: string;
let providers: Providers;
let database: TestDatabase;
const servers: TestServer[] = [];
let shell: OperatorShell;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-successors-'));
  providers = await Providers.start();
  database = await createTestDatabase();
  Object.assign(process.env, connected());
  shell = await openOperatorShell(database.url);
});

afterAll(async () => {
  for (const name of Object.keys(connected())) delete process.env[name];
  await shell.close();
  for (const server of servers) await server.close();
  await database.drop();
  await providers.close();
  await rm(folder, { recursive: true, force: true });
});

/** OpenAI and Luma as an operator connects them. */
function connected(): Record<string, string> {
  const {
    OPENAI_API_KEY = '',
    OPENAI_BASE_URL = '',
    LUMA_API_KEY = '',
    LUMA_BASE_URL = '',
  } = environmentOf(providers, ['openai', 'luma'], folder);
  return { OPENAI_API_KEY, OPENAI_BASE_URL, LUMA_API_KEY, LUMA_BASE_URL };
}

/** A server whose clock is set to this moment. */
async function serverAt(moment: string, environment = {}): Promise<TestServer> {
  const server = await startTestServer({
    environment: { ...environmentOf(providers, ['openai', 'luma'], folder), ...environment },
    database,
    log: pino({ level: 'silent' }),
    now: () => new Date(moment),
  });
  servers.push(server);
  return server;
}

async function modelAt(server: TestServer, id: string): Promise<ChatModel | undefined> {
  const listed = (await (await server.fetch('/api/models')).json()) as ChatModel[];
  return listed.find((model) => model.id === id);
}

/** Returns the provider and model that an order goes to. */
async function orderedFrom(server: TestServer, model: string): Promise<string> {
  const { cookie, userId } = await server.signIn(20);
  const response = await order(server, cookie, 'a fox', { model });
  await readAll(response, (reading) => reading.accepted !== undefined);
  const [job] = await database.query
    .select()
    .from(mediaJob)
    .where(eq(mediaJob.userId, userId))
    .orderBy(desc(mediaJob.created));
  return `${job?.provider}/${job?.upstream}`;
}

describe('a model of pictures that its provider shuts down', () => {
  it('is replaced by its successor at the start of the day', async () => {
    const before = await serverAt('2026-11-30T23:59:59Z');
    const after = await serverAt('2026-12-01T00:00:00Z');
    for (const [server, name] of [
      [before, 'gpt-image-1-mini'],
      [after, 'gpt-image-2.6-flare'],
    ] as const) {
      const listed = await modelAt(server, makers.picture);
      expect(listed).toMatchObject({ available: true, closed: null, successor: name });
      expect(await orderedFrom(server, makers.picture)).toBe(`openai/${name}`);
    }
    expect(closedChoices(after.platform)).toEqual([]);
  });

  it('stays closed, with a note for the operator, when the operator named it', async () => {
    const environment = { OPENAI_PICTURE_MODEL: 'gpt-image-1.5' };
    const before = await serverAt('2026-11-30T23:59:59Z', environment);
    expect(await modelAt(before, makers.picture)).toMatchObject({ available: true, closed: null });
    const after = await serverAt('2026-12-01T00:00:00Z', environment);
    expect(await modelAt(after, makers.picture)).toMatchObject({
      available: false,
      closed: '2026-12-01',
      successor: null,
    });
    expect(closedChoices(before.platform)).toEqual([]);
    expect(closedChoices(after.platform).map(choiceSentence)).toEqual([
      'OPENAI_PICTURE_MODEL names openai/gpt-image-1.5, which was shut down on 2026-12-01: it makes nothing for dall-e-3 any more. Name another model, or remove the variable.',
    ]);
  });
});

describe('the command line', () => {
  it('maps a model of pictures to another one, and back', async () => {
    const server = await serverAt('2026-12-01T00:00:00Z');
    const map = (...args: string[]) => shell.run('models', 'map', ...args, '--no-publish');
    const mapped = await map('dall-e-3', 'openai', 'gpt-image-2.5-flare');
    expect(mapped).toMatchObject({ status: 0, err: '' });
    expect(mapped.out).toContain('answered by openai/gpt-image-2.5-flare');
    const successor = async () => (await modelAt(server, makers.picture))?.successor;
    await expect.poll(successor).toBe('gpt-image-2.5-flare');
    expect(await orderedFrom(server, makers.picture)).toBe('openai/gpt-image-2.5-flare');
    expect((await shell.run('models', 'check')).out).toContain(
      'media   openai/gpt-image-2.5-flare (dall-e-3): no test order, because each one costs money',
    );
    expect((await map('dall-e-3', '--default')).status).toBe(0);
    await expect.poll(successor).toBe('gpt-image-2.6-flare');
  });

  it('refuses a provider that does not make this kind', async () => {
    for (const [id, provider, kind] of [
      ['dall-e-3', 'luma', 'picture'],
      ['dall-e-3', 'anthropic', 'picture'],
      ['luma-video', 'openai', 'video'],
      ['claude-2', 'suno', 'text'],
    ] as const) {
      const refused = await shell.run('models', 'map', id, provider, 'a-model', '--no-publish');
      expect(refused.status).not.toBe(0);
      expect(refused.err).toContain(
        `${provider} has no models for ${id}, which is of the kind ${kind}`,
      );
    }
  });

  it('lists the media models in use, and a variable that names a closed one', async () => {
    process.env['OPENAI_PICTURE_MODEL'] = 'gpt-image-1';
    const closed = await openOperatorShell(database.url);
    try {
      const { out, status } = await closed.run('models', 'check');
      expect(status).toBe(1);
      expect(out).toContain(
        'CLOSED  OPENAI_PICTURE_MODEL names openai/gpt-image-1, which was shut',
      );
      expect(out).toContain('media   luma/ray-3.2 (luma-video): no test order');
    } finally {
      delete process.env['OPENAI_PICTURE_MODEL'];
      await closed.close();
    }
  });
});
