import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realpath } from 'node:fs/promises';
import { recordServer } from '#server/services/operation/runningServers.ts';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import { type OperatorRun, hostOperator } from '../../setup/operatorProcess.ts';

let server: OperatedServer;
let name: string;

beforeAll(async () => {
  server = await startOperatedServer({ sharesData: true });
  name = new URL(server.database.url).pathname.slice(1);
  const { pool } = server.database;
  await pool.query(`insert into gpt (id, name) values ('one', 'One'), ('two', 'Two')`);
});

afterAll(() => server.close());

const dolores = (...args: string[]) => server.shell.run(...args);

async function json(...args: string[]): Promise<unknown> {
  const run = await dolores(...args, '--json');
  expect(run).toMatchObject({ status: 0 });
  return JSON.parse(run.out);
}

describe('every command', () => {
  it('says first which database it speaks to, on standard error', async () => {
    const { speaksTo, out, err } = await dolores('ledger', 'verify');
    expect(speaksTo).toMatch(new RegExp(`^database ${name} of server \\S+`));
    expect([out, err]).toEqual([
      'The ledger is empty: 0 rows. After a restore, that is wrong.\n',
      '',
    ]);
    expect((await dolores('collections', 'list')).speaksTo).toMatch(/^data folder \//);
  });

  it('prints one JSON document with the fields of the result', async () => {
    expect(await json('ledger', 'verify')).toEqual({ violations: [], rows: 0 });
    expect(await json('--json', 'orders', 'list')).toEqual([]);
    expect(await json('gpts', 'visibility', 'two', 'link', '--no-publish')).toEqual({
      gpt: 'two',
      visibility: 'link',
    });
  });

  it.each([
    [['orders', 'show', 'none'], 1, 'There is no order none'],
    [['orders', 'list', '--limit', '0'], 2, '--limit must be a whole number from 1'],
    [['orders', 'list', '--lmit', '1'], 2, "unknown option '--lmit'"],
    [['orders', 'show'], 2, "missing required argument 'id'"],
    [['mail', 'unsuppress'], 2, 'Give an address, or --all'],
    [['nothing'], 2, "unknown command 'nothing'"],
    [['ledger', 'verify', '--as', ' '], 2, '--as must be a name'],
    [['ledger', 'verify', '--env-file', '/none/x.env'], 2, '--env-file cannot be read'],
  ])('fails the same way: %j', async (args, status, sentence) => {
    const plain = await dolores(...args);
    expect(plain).toMatchObject({ status, out: '' });
    expect(plain.err).toContain(sentence);
    const asJson = await dolores(...args, '--json');
    expect(asJson).toMatchObject({ status, out: '' });
    expect((JSON.parse(asJson.err) as { error: string }).error).toContain(sentence);
  });

  it('shows its help with the shared options and succeeds', async () => {
    const { status, out } = await dolores('orders', 'list', '--help');
    expect(status).toBe(0);
    for (const option of ['--json', '--yes', '--as', '--env-file']) expect(out).toContain(option);
  });

  it('asks before it destroys: without a terminal it needs --yes, and changes nothing', async () => {
    const remove = ['gpts', 'remove', 'one', '--reason', 'A test', '--no-publish'];
    const refused = await dolores(...remove);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toBe(
      'This removes the GPT one for good. Nothing was changed. Add --yes to do it without a question.\n',
    );
    expect(refused.speaksTo).toContain(name);
    expect(await server.answerOf('one')).toMatchObject({ id: 'one' });
    expect((await dolores(...remove, '--yes')).status).toBe(0);
    expect(await server.answerOf('one')).toBe(410);
  });

  it('reads variables from a file', async () => {
    const file = await server.folder.write(
      'dolores.env',
      `DATABASE_URL=${server.database.url}\nDATA_DIR=${server.platform.config.dataDir}\n`,
    );
    const { DATABASE_URL: _, DATA_DIR: __, ...environment } = process.env;
    const run = await hostOperator(environment).run('ledger', 'verify', '--env-file', file);
    expect(run).toMatchObject({ status: 0, err: '' });
    expect(run.speaksTo).toContain(`database ${name} of`);
  });
});

describe('a command without DATA_DIR', () => {
  const folderOf = async () => realpath(server.platform.config.dataDir);

  async function run(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<OperatorRun> {
    const { DATABASE_URL: _, DATA_DIR: __, ...others } = process.env;
    return hostOperator({ ...others, ...environment }).run(...args);
  }

  it('uses the folder of the server that runs, and never another database than it', async () => {
    const runtime = join(await folderOf(), 'run');
    const around = { RUNTIME_DIRECTORY: runtime };
    const config = {
      ...server.platform.config,
      databaseUrl: server.database.url,
      dataDir: await folderOf(),
    };
    const forget = await recordServer(config, { url: server.url, demo: false }, around);
    const lost = await run(around, 'ledger', 'verify');
    expect(lost).toMatchObject({ status: 2, out: '' });
    expect(lost.err).toContain(`uses the database ${name} of server`);
    const found = await run({ ...around, DATABASE_URL: server.database.url }, 'ledger', 'verify');
    expect(found).toMatchObject({ status: 0, err: '' });
    expect(found.speaksTo).toContain(`found by the server that runs (process ${process.pid})`);
    await forget();
  });

  it('issues no codes with another SECRET than the server, which would redeem none', async () => {
    const around = { RUNTIME_DIRECTORY: join(await folderOf(), 'run') };
    const config = {
      ...server.platform.config,
      databaseUrl: server.database.url,
      dataDir: await folderOf(),
      secret: 'the secret of a server, 32 characters',
    };
    const forget = await recordServer(config, { url: server.url, demo: false }, around);
    const variables = { ...around, DATABASE_URL: server.database.url };
    const issue = ['codes', 'issue', '--credits', '100'];
    const refused = await run(variables, ...issue);
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toContain('has another SECRET');
    const { rows } = await server.database.pool.query('select from redemption_code');
    expect(rows).toEqual([]);
    expect((await run({ ...variables, SECRET: config.secret }, ...issue)).status).toBe(0);
    await forget();
  });
});

describe('dolores audit', () => {
  it('says who changed what, when, why and by which command line', async () => {
    await dolores('gpts', 'hide', 'two', '--reason', 'Spam', '--as', 'Ada', '--no-publish');
    await dolores('gpts', 'show', 'two', '--as', 'Ben', '--no-publish');
    expect(await json('audit', '--subject', 'two', '--by', 'Ada')).toMatchObject({
      entries: [
        {
          action: 'gpts.hide',
          subject: 'two',
          by: 'Ada',
          reason: 'Spam',
          via: expect.stringMatching(/^command line of \S+/),
        },
      ],
      hasMore: false,
    });
    const { out } = await dolores('audit', '--action', 'gpts', '--days', '1');
    expect(out).toMatch(/^\d+ {2}\S+Z {2}Ben {2}gpts\.show {2}two\n/);
    expect(out).toContain('gpts.hide  two\n    why: Spam\n');
  });

  it('is paged, newest first', async () => {
    const first = await dolores('audit', '--limit', '1');
    const [, before = ''] = /--before (\d+)/.exec(first.out) ?? [];
    const second = await json('audit', '--limit', '1', '--before', before);
    expect(second).toMatchObject({ entries: [{ action: 'gpts.hide' }], hasMore: true });
    expect(await json('audit', '--action', 'gpt')).toEqual({ entries: [], hasMore: false });
  });

  it('names the system user when nobody says who they are', async () => {
    await dolores('gpts', 'visibility', 'two', 'public', '--no-publish');
    const { entries } = (await json('audit', '--limit', '1')) as { entries: { by: string }[] };
    expect(entries[0]?.by).toMatch(/\S/);
    expect(entries[0]?.by).not.toMatch(/unknown|server/);
  });
});

describe('dolores inbox', () => {
  it('lists what waits, the longest waiting first, with commands that decide it', async () => {
    expect(await json('inbox')).toEqual({ counts: {}, waiting: [] });
    const { userId } = await server.signIn(5);
    const { pool } = server.database;
    await pool.query(
      `insert into report (user_id, subject_type, subject_id, reason, created) values ($1, 'gpt', 'two', 'spam', now())`,
      [userId],
    );
    await pool.query(
      `insert into support_request (reference, tier, email, topic, about, message, language, created)
        values ('AAAA-2222', 'free', 'me@example.org', 'report', 'https://x.example/s/aaaaaaaaaaaaaaaaaaaaaa', 'Bad', 'en',
          now() - interval '1 hour')`,
    );
    const { out } = await dolores('inbox');
    expect(out).toMatch(/^Waiting: 2 \(gpt report 1, support 1\)\n\S+ \S+ {2}support {2}AAAA-2222/);
    expect(out).toContain('npm run dolores -- shares revoke aaaaaaaaaaaaaaaaaaaaaa --reason "WHY"');
    const { waiting } = (await json('inbox')) as { waiting: { commands: string[] }[] };
    const [, close = ''] = waiting[1]?.commands ?? [];
    const words = close.replace('npm run dolores -- ', '').replace('"WHY"', 'done').split(' ');
    expect((await dolores(...words)).status).toBe(0);
    expect(await json('inbox', '--limit', '1')).toMatchObject({ counts: { support: 1 } });
  });
});
