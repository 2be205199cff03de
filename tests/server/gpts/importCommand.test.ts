import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, makeTestFolder } from '../../setup/importing.ts';
import {
  type OperatorRun,
  type OperatorShell,
  openOperatorShell,
} from '../../setup/operatorProcess.ts';

let database: TestDatabase;
let folder: TestFolder;
let shell: OperatorShell;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
  shell = await openOperatorShell(database.url);
});

beforeEach(async () => {
  await database.query.execute(sql`truncate gpt, history_source, gpt_usage_day cascade`);
});

afterAll(async () => {
  await shell.close();
  await database.drop();
  await folder.remove();
});

/** A process of its own, as operators start it. */
async function importAlone(...args: string[]): Promise<OperatorRun> {
  return shell.start('gpts', 'import', ...args).ended;
}

async function writeRows(name: string, ...rows: (object | string)[]): Promise<string> {
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  return folder.write(name, lines.join('\n'));
}

async function readRejects(file: string): Promise<unknown[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Everything that an import may change. */
async function contents(): Promise<unknown> {
  const { rows } = await database.query.execute(
    sql`select (select json_agg(g order by id) from gpt g) as gpts,
      (select json_agg(h order by gpt_id, day) from history_day h) as history,
      (select json_agg(s) from history_source s) as sources,
      (select json_agg(u) from gpt_usage_day u) as usage,
      (select count(*)::int from audit_entry) as audit,
      (select count(*)::int from publish_run) as publishes`,
  );
  return rows[0];
}

const good = { id: 'good', name: 'Good' };
const bad = { id: 'bad', rating: 9, url: 'nowhere' };

describe('the exit status of an import', () => {
  it('is 0 when every row is taken, and 1 when some or all are rejected', async () => {
    const taken = await writeRows('taken.jsonl', good, { ...good, id: 'other', rating: 9 });
    const mixed = await writeRows('mixed.jsonl', good, bad);
    const rejected = await writeRows('rejected.jsonl', bad, 'no json');
    const statuses = [];
    for (const files of [[taken], [mixed], [rejected], [rejected, taken]]) {
      statuses.push((await importAlone(...files)).status);
    }
    expect(statuses).toEqual([0, 1, 1, 1]);
  });

  it('is 1 for a file that is cut off, whose first rows are imported', async () => {
    const file = await folder.write('cut.jsonl.gz', `${JSON.stringify(good)}\n`.repeat(9));
    const { truncate, stat } = await import('node:fs/promises');
    await truncate(file, (await stat(file)).size - 8);
    const run = await importAlone(file);
    expect(run).toMatchObject({ status: 1 });
    expect(run.out).toContain(`${file}: 1 new, 0 changed, 0 unchanged, 0 rejected, 8 repeated`);
    const audit = await database.pool.query(
      `select details from audit_entry where details ->> 'interrupted' = 'true'`,
    );
    expect(audit.rows).toMatchObject([{ details: { added: 1, rejected: 0 } }]);
    expect(run.err).toBe(
      `${file} is cut off: its gzip data end too early; only the rows before that were read: 1 row was taken\n`,
    );
  });
});

describe('a file of rejects', () => {
  it('has id, line, row and every error of each row that is not taken unchanged', async () => {
    const twice = { ...good, tags: 'none', created: 'once' };
    const file = await writeRows('rows.jsonl', good, bad, '{"id":', twice);
    const rejects = folder.path('rejects.jsonl');
    const run = await shell.run('gpts', 'import', file, '--rejects', rejects);
    expect(run).toMatchObject({ status: 1, err: '' });
    expect(run.out).toContain(
      '1 new, 0 changed, 0 unchanged, 2 rejected, 1 repeated within the file, 1 taken without bad fields\n',
    );
    const known = { file, id: 'good' };
    expect(await readRejects(rejects)).toEqual(
      [
        {
          outcome: 'rejected',
          file,
          line: 2,
          id: 'bad',
          row: bad,
          errors: [
            'name is missing',
            'url must begin with http:// or https://',
            'rating must be a number from 1 to 5',
          ],
        },
        {
          outcome: 'rejected',
          file,
          line: 3,
          id: null,
          row: '{"id":',
          errors: [expect.stringMatching(/^row is broken JSON/)],
        },
        {
          ...known,
          outcome: 'fields dropped',
          line: 4,
          row: twice,
          errors: [
            'tags must be a list of texts',
            'created must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
          ],
        },
        {
          ...known,
          outcome: 'repeated',
          line: 1,
          row: good,
          errors: [`repeated by ${file}:4, which counts`],
        },
      ].toSorted((one, other) => one.line - other.line),
    );
  });

  it('has the line of a CSV file that cannot be read', async () => {
    const file = await folder.write('rows.csv', 'id,name\none,"One" x\ntwo\nthree,Three\n');
    const rejects = folder.path('lines.jsonl');
    expect(await shell.run('gpts', 'import', file, '--rejects', rejects)).toMatchObject({
      status: 1,
    });
    expect(await readRejects(rejects)).toMatchObject([
      { line: 2, id: null, row: 'one,"One" x', errors: ['row has text after a closing quote'] },
      { line: 3, id: null, row: 'two', errors: ['row has 1 cells, the first line names 2'] },
    ]);
  });
});

describe('a bad optional field', () => {
  const row = { ...good, rating: 9, description: 'Kept' };

  it('is dropped, and its row is taken', async () => {
    const run = await shell.run('gpts', 'import', await writeRows('field.jsonl', row));
    expect(run.out).toContain('1 new, 0 changed, 0 unchanged, 0 rejected, 1 taken without');
    expect(await contents()).toMatchObject({
      gpts: [{ description: 'Kept', imported_rating: null }],
    });
  });

  it('rejects its row with --strict', async () => {
    const file = await writeRows('field.jsonl', row, good);
    const run = await shell.run('gpts', 'import', file, '--strict');
    expect(run).toMatchObject({ status: 1 });
    expect(run.out).toContain('1 new, 0 changed, 0 unchanged, 1 rejected\n');
  });

  it('never makes a GPT public', async () => {
    const file = await writeRows('field.jsonl', { ...good, visibility: 'privat' });
    expect(await shell.run('gpts', 'import', file)).toMatchObject({ status: 1 });
  });
});

describe('a dry run', () => {
  it('reports the effects of an import, and stores nothing', async () => {
    await shell.run('gpts', 'import', await writeRows('gpts.jsonl', good, { ...good, id: 'old' }));
    const changed = [good, { ...good, id: 'old', name: 'New' }, { ...good, id: 'new' }, bad];
    const gpts = await writeRows('gpts.jsonl', ...changed);
    const history = await folder.write(
      'history.csv',
      'date;id;conversations\n01.02.2026;good;300K+\n02.02.2026;good;301K+\n2026-02-03;good;1\n',
    );
    const files = [gpts, history, '--date-format', 'DD.MM.YYYY'];
    const before = await contents();
    const dry = await shell.run('gpts', 'import', ...files, '--dry-run');
    expect(await contents()).toEqual(before);
    expect(dry).toMatchObject({ status: 1, err: '' });
    expect(dry.out).toContain('Nothing was stored.');
    const run = await shell.run('gpts', 'import', ...files);
    for (const { out } of [dry, run]) {
      expect(out).toContain(`${gpts}: 1 new, 1 changed, 1 unchanged, 1 rejected\n`);
      expect(out).toContain(`${history}: 2 new, 0 changed, 0 unchanged, 1 rejected\n`);
    }
    expect(await contents()).toMatchObject({
      history: [
        { day: '2026-02-01', conversations: 300_000 },
        { day: '2026-02-02', conversations: 301_000 },
      ],
    });
  });

  it('refuses an invalid date format', async () => {
    const file = await writeRows('gpts.jsonl', good);
    const run = await shell.run('gpts', 'import', file, '--date-format', 'DD.MM');
    expect(run.status).toBe(2);
    expect(run.err).toContain('The format of dates must have YYYY, MM or M, and DD or D once each');
  });
});
