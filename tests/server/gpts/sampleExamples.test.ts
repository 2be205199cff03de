import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getGpt } from '#contract/gpts/gpts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { runSamples } from '#server/services/gpts/examples/runSamples.ts';
import { readSpending } from '#server/services/costs/spending.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, readPromptTexts, startUpstream } from '../../setup/upstreams.ts';

let server: TestServer;
let shell: OperatorShell;
let upstream: FakeUpstream;

const gpts = [
  { id: 'one', prompt_starters: ['sandbox: fast 40', 'sandbox: fast 20'] },
  { id: 'two', prompt_starters: ['sandbox: fast 30'] },
  { id: 'cut', prompt_starters: ['sandbox: cut 3'] },
  { id: 'mute', prompt_starters: [] },
  {
    id: 'told',
    prompt_starters: ['Why?'],
    examples: [{ question: 'A?', answer: 'B.', date: '2026-10-01' }],
  },
].map((gpt) => ({ name: gpt.id, model: 'gpt-4o-mini', instructions: `Be ${gpt.id}.`, ...gpt }));

beforeAll(async () => {
  upstream = await startUpstream('openai');
  process.env['OPENAI_API_KEY'] = upstream.config.apiKey;
  process.env['OPENAI_BASE_URL'] = upstream.config.baseUrl;
  server = await startTestServer();
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
  await importGpts(
    server.database,
    gpts.map((value) => ({ place: value.id, value })),
  );
});

afterAll(async () => {
  delete process.env['OPENAI_API_KEY'];
  delete process.env['OPENAI_BASE_URL'];
  await shell.close();
  await server.close();
  await upstream.close();
});

const dolores = (...args: string[]) => shell.run('gpts', ...args);

async function examplesOf(id: string) {
  const response = await server.fetch(`/api/gpts/${id}?locale=en`);
  return getGpt.response.parse(await response.json()).examples ?? [];
}

async function lastAudit() {
  const rows = server.database.query.select().from(auditEntry);
  const [row] = await rows.orderBy(desc(auditEntry.id)).limit(1);
  return row;
}

// In order: each continues with the examples of the one before.
describe('dolores gpts sample', () => {
  it('says the cost and who is left out, and asks nobody without --yes', async () => {
    const run = await dolores('sample', '--all', '--missing');
    expect(run).toMatchObject({ status: 0, err: '' });
    expect(run.out).toContain('skipped mute: has no prompt starter that can be asked\n');
    expect(run.out).toMatch(/^3 questions cost at most \$0\.00\d\d\.\nSay --yes to ask\.$/m);
    expect(upstream.requests).toEqual([]);
    expect((await dolores('sample')).err).toContain('Name either GPTs or --all');
    expect((await dolores('sample', 'nobody')).err).toContain('There is no GPT nobody');
  });

  it('stops before its cap, keeps what is stored, and goes on with --missing', async () => {
    const capped = await dolores('sample', '--all', '--missing', '--cap', '0.000001', '--yes');
    expect(capped.status).toBe(1);
    expect(capped.out).toContain('Stopped with 3 not asked: the cap is reached.');
    expect(upstream.requests).toEqual([]);
    const run = await dolores('sample', '--all', '--missing', '--yes');
    expect(run.status).toBe(1);
    expect(run.out).toMatch(/^stored {2}one: \d+ characters by GPT-4o-mini, \$0\.0\d+$/m);
    expect(run.out).toMatch(/^FAILED {2}cut: upstream_cut, /m);
    expect(run.out).toContain('2 stored, 1 failed, $0.0');
    expect(
      readPromptTexts(
        upstream.requests.find(({ messages }) => JSON.stringify(messages).includes('40')),
      ),
    ).toEqual(['system: Be one.', 'user: sandbox: fast 40']);
    const spent = await readSpending(server.database.query, new Date());
    expect(spent.get('openai')).toBeGreaterThan(0);
    const asked = upstream.requests.length;
    await dolores('sample', '--all', '--missing', '--yes');
    expect(upstream.requests).toHaveLength(asked + 1);
  });

  it('publishes and records the examples, which name the model and have safe HTML', async () => {
    const [example] = await examplesOf('one');
    expect(example).toMatchObject({
      question: 'sandbox: fast 40',
      source: 'sampled',
      model: 'GPT-4o-mini',
      html: expect.stringContaining('<p>') as string,
    });
    const again = await dolores('sample', 'one', '--yes');
    expect(again.out).toContain('The site shows it when a server publishes');
    expect(await lastAudit()).toMatchObject({ action: 'gpts.sample', subject: 'one' });
    expect((await examplesOf('one')).map(({ question }) => question)).toEqual([
      'sandbox: fast 40',
      'sandbox: fast 20',
    ]);
  });

  it('goes on where a run broke off, without asking and paying for a GPT again', async () => {
    const as = { prompt_starters: ['sandbox: fast 10', 'sandbox: fast 11'], model: 'gpt-4o-mini' };
    const both = ['first', 'second'].map((id) => ({
      id,
      name: id,
      instructions: `Be ${id}.`,
      ...as,
    }));
    await importGpts(
      server.database,
      both.map((value) => ({ place: value.id, value })),
    );
    const start = '2026-01-01T00:00:00Z';
    expect((await dolores('sample', 'first', '--yes', '--no-publish')).status).toBe(0);
    const broken = await dolores('sample', 'first', 'second', '--cap', '0.000001', '--yes');
    expect(broken.out).not.toContain('--missing');
    expect(broken.out).toMatch(
      /Stopped with 2 not asked: the cap is reached\. To go on: the same command with --since 2\d{3}-\d\d-\d\dT[\d:]+Z goes on\./,
    );
    const asked = upstream.requests.length;
    const going = await dolores('sample', 'first', 'second', '--since', start, '--yes');
    expect(going.out).toContain('1 stored, 0 failed');
    expect(upstream.requests).toHaveLength(asked + 1);
    expect((await dolores('sample', 'first', '--since', 'monday')).err).toContain(
      '--since must be an instant in UTC',
    );
  });

  it('requests a publish of examples that an earlier run stored', async () => {
    const none = await dolores('sample', 'first', 'second', '--missing', '--yes');
    expect(none.out).toContain('There is nothing to ask.');
    expect(none.out).toContain('The site shows it when a server publishes');
    expect((await dolores('sample', 'first', '--missing')).out).not.toContain('publishes');
  });

  it('asks nothing more once it is interrupted', async () => {
    const { catalogue, models } = server.platform;
    const model = catalogue.find('gpt-4o-mini');
    const route = model && models.route(model);
    if (!route) throw new Error('The model has no route');
    const planned = ['first', 'second'].map((id) => ({
      id,
      question: 'Why?',
      model,
      route,
      cost: 1,
    }));
    const run = await runSamples(server.platform, planned, {
      cap: undefined,
      signal: AbortSignal.abort(),
      report: ({ id }) => expect.unreachable(id),
    });
    expect(run).toMatchObject({ stored: 0, left: 2, stop: 'it was interrupted' });
  });

  it('counts the tokens of thoughts in the highest cost', async () => {
    const as =
      '--title Thinker --group llama --price 1 --provider openai --upstream o3 --max-output 8000 --no-publish';
    expect((await shell.run('models', 'add', 'thinker', ...as.split(' '))).status).toBe(0);
    const priced = await shell.run(
      ...'prices set openai/o3 --input 0 --output 1000 --yes'.split(' '),
    );
    expect(priced).toMatchObject({ status: 0 });
    await importGpts(server.database, [
      { place: 'thinker', value: { ...gpts[1], id: 'thinker', model: 'thinker' } },
    ]);
    const { out } = await dolores('sample', 'thinker');
    expect(out).toContain('1 question costs at most $5.0240.');
  });

  it('refuses a cap that an unknown price could break', async () => {
    const unpriced = { ...gpts[1], id: 'unpriced', model: 'own-model' };
    const as =
      '--title Own --group llama --price 1 --provider openai --upstream own-1 --no-publish';
    const added = await shell.run('models', 'add', 'own-model', ...as.split(' '));
    expect(added.status).toBe(0);
    await importGpts(server.database, [{ place: 'unpriced', value: unpriced }]);
    const run = await dolores('sample', 'unpriced', '--cap', '1', '--yes');
    expect(run.err).toContain('--cap cannot be kept, because the price of openai/own-1 is unknown');
    expect((await dolores('sample', 'unpriced')).out).toContain(
      'the unknown price of openai/own-1',
    );
  });
});

describe('dolores gpts examples', () => {
  it('lists them, and drops one for good, with a reason', async () => {
    const { out } = await dolores('examples', 'list', 'one');
    expect(out).toMatch(/^one {2}1\. {2}\d{4}-\d\d-\d\d {2}by GPT-4o-mini {2}“sandbox: fast 40”\n/);
    expect(
      (await dolores('examples', 'drop', '--yes', 'one', '3', '--reason', 'odd')).err,
    ).toContain('It has 2 examples');
    expect(await dolores('examples', 'drop', '--yes', 'one', '1', '--reason', 'odd')).toMatchObject(
      {
        status: 0,
      },
    );
    expect(await lastAudit()).toMatchObject({
      action: 'gpts.examples.drop',
      subject: 'one',
      details: { reason: 'odd' },
    });
    expect((await examplesOf('one')).map(({ question }) => question)).toEqual(['sandbox: fast 20']);
  });

  it('are not asked for again by --missing, but by the id, which says why it is not stored', async () => {
    await dolores('examples', 'drop', '--yes', 'two', 'all', '--reason', 'dull');
    const asked = upstream.requests.length;
    const missing = await dolores('sample', 'two', '--missing', '--yes');
    expect(missing.out).toContain('skipped two: has no prompt starter that can be asked');
    expect(upstream.requests).toHaveLength(asked);
    expect((await dolores('sample', 'two', '--yes')).out).toContain(
      'FAILED  two: the same answer is stored, or was dropped',
    );
    await importGpts(server.database, [
      {
        place: 'two',
        value: { ...gpts[1], prompt_starters: ['sandbox: fast 30', 'sandbox: fast 7'] },
      },
    ]);
    expect((await dolores('sample', 'two', '--missing', '--yes')).out).toContain('1 stored');
    expect((await examplesOf('two')).map(({ question }) => question)).toEqual(['sandbox: fast 7']);
  });

  it('does not get a dropped one back from a source', async () => {
    await dolores('examples', 'drop', '--yes', 'told', 'all', '--reason', 'wrong');
    const source = { ...gpts.find(({ id }) => id === 'told'), description: 'Changed.' };
    await importGpts(server.database, [{ place: 'told', value: source }]);
    const response = await server.fetch('/api/gpts/told');
    expect(await response.json()).toMatchObject({ description: 'Changed.' });
    expect(await examplesOf('told')).toEqual([]);
  });
});
