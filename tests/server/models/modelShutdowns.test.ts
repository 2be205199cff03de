import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatModel } from '#contract/models/models.ts';
import { getSnapshot, snapshotLine } from '#contract/publishing/snapshot.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { readMedia } from '#server/mediaConfig.ts';
import { EnvironmentReader } from '#server/environment.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { warnOfShutdowns } from '#server/services/models/warnOfShutdowns.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

const today = dayOf(new Date());
const inDays = (days: number) => addDays(today, days);

let server: TestServer;
let shell: OperatorShell;
let openai: FakeUpstream;
const logged: string[] = [];
const alarms = () => logged.filter((line) => line.includes('"alarm":"model_shutdown"'));

beforeAll(async () => {
  openai = await startUpstream('openai');
  process.env['OPENAI_API_KEY'] = openai.config.apiKey;
  process.env['OPENAI_BASE_URL'] = openai.config.baseUrl;
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const media = readMedia(
    new EnvironmentReader({ OPENAI_API_KEY: 'key', OPENAI_PICTURE_MODEL: 'gpt-image-1' }, []),
  );
  server = await startTestServer({ config: { providers: [openai.config], media }, log });
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  delete process.env['OPENAI_API_KEY'];
  delete process.env['OPENAI_BASE_URL'];
  expect(await verifyLedger(server.database)).toEqual([]);
  await shell.close();
  await server.close();
  await openai.close();
});

const models = (...args: string[]) => shell.run('models', ...args);

async function modelOf(id: string): Promise<ChatModel | undefined> {
  const listed = (await (await server.fetch('/api/models')).json()) as ChatModel[];
  return listed.find((model) => model.id === id);
}

async function closedOn(id: string, day: string | null): Promise<void> {
  await expect.poll(async () => (await modelOf(id))?.closed).toBe(day);
}

/** The model in the site's data: its version, and the day on which it was closed; `undefined` for one that answers. */
async function publishedState(id: string) {
  const authorization = `Bearer ${await operatorToken(server.platform.config)}`;
  const answer = await server.fetch(getSnapshot.path, { headers: { authorization } });
  const [first = ''] = (await answer.text()).split('\n');
  const line = snapshotLine.parse(JSON.parse(first));
  if (line.type !== 'snapshot') throw new Error(`The snapshot begins with ${first}`);
  const closed = line.unavailable_models?.find((model) => model.id === id)?.closed;
  const replaced = line.replaced_models?.find((model) => model.id === id)?.name;
  const again = { authorization, 'if-none-match': answer.headers.get('etag') ?? '' };
  const isCurrent = async () =>
    (await server.fetch(getSnapshot.path, { headers: again })).status === 304;
  return { closed, replaced, isCurrent };
}

/** Runs the nightly job as if so many days had passed. */
function inTheNight(days: number): Promise<void> {
  const now = () => new Date(`${inDays(days)}T02:53:00Z`);
  return warnOfShutdowns({ ...server.platform, now });
}

// In order: each continues with the provider's list of the one before.
describe('a model that its provider shuts down', () => {
  it('is announced to the operator, and to the log once for each warning', async () => {
    openai.listed.push({ id: 'gpt-6-sol', shutdown_date: inDays(70) }, { id: 'gpt-6-luna' });
    const { out, status } = await models('check');
    expect(status).toBe(0);
    expect(out).toContain(
      `later   openai/gpt-6-sol will be shut down on ${inDays(70)}, in 70 days: gpt-4-1106-preview closes (dolores models map gpt-4-1106-preview …); gpt-4-turbo closes`,
    );
    expect(openai.requests).toEqual([]);
    const raised: number[] = [];
    for (const days of [0, 10, 11, 40, 56, 60, 69, 70, 71]) {
      await Promise.all([inTheNight(days), inTheNight(days)]);
      const ofSol = alarms().filter((line) => line.includes('"upstream":"openai/gpt-6-sol"'));
      raised.push(ofSol.length);
    }
    expect(raised).toEqual([0, 1, 1, 1, 2, 2, 3, 4, 4]);
    expect(await modelOf('gpt-4-turbo')).toMatchObject({ available: true, closed: null });
  });

  it('warns again when the provider names another day, and reads all spellings of it', async () => {
    const [sol] = openai.listed;
    if (!sol) throw new Error('Nothing is listed');
    sol.shutdown_date = Date.parse(`${inDays(14)}T12:00:00Z`) / 1_000;
    const before = alarms().length;
    await inTheNight(0);
    await inTheNight(0);
    expect(alarms().length).toBe(before + 1);
    sol.shutdown_date = `${inDays(1)}T00:00:00.000Z`;
    expect((await models('check')).out).toContain('WARNING openai/gpt-6-sol will be shut down on');
    sol.shutdown_date = null;
    expect((await models('check')).out).not.toContain('gpt-6-sol will be');
  });

  it('is closed from its day on: refused before any hold, with another model to ask', async () => {
    const { cookie, userId } = await server.signIn(20);
    const before = await publishedState('gpt-4-turbo');
    expect(before.closed).toBeUndefined();
    expect(before.replaced).toBe('gpt-6-sol');
    expect(await before.isCurrent()).toBe(true);
    openai.listed[0] = { id: 'gpt-6-sol', shutdown_date: inDays(-1) };
    const run = await models('check');
    expect(run.status).toBe(1);
    expect(run.out).toContain(`CLOSED  openai/gpt-6-sol was shut down on ${inDays(-1)}: `);
    await closedOn('gpt-4-turbo', inDays(-1));
    expect(await modelOf('gpt-4-turbo')).toMatchObject({
      available: false,
      successor: null,
      alternative: 'claude-sonnet-5-5',
    });
    expect(await before.isCurrent()).toBe(false);
    expect(await publishedState('gpt-4-turbo')).toMatchObject({
      closed: inDays(-1),
      replaced: undefined,
    });
    expect((await models('list')).out).toContain(
      `    closed: its provider shut it down on ${inDays(-1)}\n`,
    );
    const refused = await ask(server, cookie, { target: { model: 'gpt-4-turbo' }, text: 'Hello' });
    expect(refused.status).toBe(422);
    const { error } = (await refused.json()) as { error: unknown };
    expect(error).toMatchObject({
      code: 'model_closed',
      message: `GPT-4-turbo is closed, because its provider shut it down on ${inDays(-1)}: ask claude-sonnet-5-5 instead`,
      alternative: 'claude-sonnet-5-5',
    });
    expect(openai.requests).toEqual([]);
    expect(await creditOf(server, cookie)).toEqual({ credit: 20, held: 0 });
    const { rows } = await server.database.query.execute(
      sql`select kind from ledger_entry where user_id = ${userId} and kind <> 'grant'`,
    );
    expect(rows).toEqual([]);
  });

  it('stays closed when the list drops it, and opens with another upstream', async () => {
    const { cookie } = await server.signIn(20);
    openai.listed.splice(0, 1);
    expect((await models('check')).status).toBe(1);
    expect(await modelOf('gpt-4-turbo')).toMatchObject({ closed: inDays(-1) });
    await models('map', 'gpt-4-turbo', 'openai', 'gpt-5.6-sol', '--no-publish');
    await closedOn('gpt-4-turbo', null);
    expect((await publishedState('gpt-4-turbo')).closed).toBeUndefined();
    const target = { model: 'gpt-4-turbo' };
    const { end } = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect(end?.charged).toBe(4);
    expect(openai.requests.at(-1)?.model).toBe('gpt-5.6-sol');
  });

  it('is replaced by the successor in the catalogue', async () => {
    const { cookie } = await server.signIn(20);
    openai.listed.push({ id: 'gpt-4o-mini', shutdown_date: today });
    const { out } = await models('check');
    expect(out).toContain(`WARNING openai/gpt-4o-mini was shut down on ${today}: `);
    expect(out).toContain('gpt-4o-mini asks openai/gpt-6-luna');
    await expect.poll(async () => (await modelOf('gpt-4o-mini'))?.successor).toBe('gpt-6-luna');
    const { end } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    expect(end?.charged).toBe(1);
    expect(openai.requests.at(-1)?.model).toBe('gpt-6-luna');
  });

  it('follows the setting of the operator, who leaves a record', async () => {
    const say = (...args: string[]) => models('shutdown', 'openai/gpt-6-sol', ...args);
    expect((await say('--none', '--reason', 'a contract')).out).toContain('shut down: never');
    await closedOn('gpt-4-1106-preview', null);
    expect((await models('check')).out).not.toContain('gpt-6-sol was');
    expect((await say('--day', inDays(-3), '--reason', 'by mail')).status).toBe(0);
    await closedOn('gpt-4-1106-preview', inDays(-3));
    expect((await say('--default', '--reason', 'a mistake')).status).toBe(0);
    await closedOn('gpt-4-1106-preview', null);
    expect((await say('--default', '--reason', 'a mistake')).err).toContain('Nothing is set');
    expect((await say('--day', 'soon', '--reason', 'by mail')).err).toContain('YYYY-MM-DD');
    expect((await say('--reason', 'nothing')).err).toContain('Say one of --day');
    const written = await server.database.query.select().from(auditEntry);
    expect(written.filter(({ action }) => action === 'models.shutdown')).toHaveLength(3);
  });

  it('is taken from the catalogue if the provider names no day', async () => {
    const { cookie } = await server.signIn(20);
    expect(await modelOf('dall-e-3')).toMatchObject({ available: false, closed: '2026-10-23' });
    const target = { model: 'dall-e-3' };
    const refused = await ask(server, cookie, { target, text: 'A lighthouse' });
    expect(((await refused.json()) as { error: unknown }).error).toMatchObject({
      code: 'model_closed',
      message: 'DALL-E-3 is closed, because its provider shut it down on 2026-10-23',
    });
    expect(await creditOf(server, cookie)).toEqual({ credit: 20, held: 0 });
  });
});
