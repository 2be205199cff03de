import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateFiles } from '../../scripts/catalogue/generateFiles.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../setup/importing.ts';
import { type OperatorShell, openOperatorShell } from '../setup/operatorProcess.ts';

let database: TestDatabase;
let reference: TestDatabase;
let folder: TestFolder;
let shell: OperatorShell;
let files: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  reference = await createTestDatabase();
  folder = await makeTestFolder();
  shell = await openOperatorShell(database.url);
  files = await generateFiles(folder.path('many.jsonl'), {
    count: 600,
    days: 30,
    seed: 5,
    until: '2026-06-20',
  });
  for (const file of files) await importFile(reference, file);
});

afterAll(async () => {
  await shell.close();
  await database.drop();
  await reference.drop();
  await folder.remove();
});

async function countOf(table: string): Promise<number> {
  const { rows } = await database.query.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from ${table}`),
  );
  return rows[0]?.count ?? 0;
}

/** The daily use of each GPT as one text. */
async function usageOf({ query }: TestDatabase): Promise<Map<string, string>> {
  const { rows } = await query.execute<{ gpt_id: string; usage: string }>(
    sql`select gpt_id, string_agg(concat(day, imported, estimated), ',' order by day) as usage
      from gpt_usage_day group by gpt_id`,
  );
  return new Map(rows.map((row) => [row.gpt_id, row.usage]));
}

/** The rows of both imports, except for their times. */
async function everything({ query }: TestDatabase): Promise<unknown[]> {
  const statements = [
    sql`select md5(string_agg(concat_ws('|', id, name, import_digest, imported_chats), ',' order by id collate "C")) from gpt`,
    sql`select md5(string_agg(d::text, ',' order by gpt_id collate "C", day)) from history_day d`,
    sql`select md5(string_agg(d::text, ',' order by gpt_id collate "C", day)) from gpt_usage_day d`,
    sql`select md5(string_agg(d::text, ',' order by day)) from history_source_day d`,
    sql`select count(*) from history_stale_gpt`,
  ];
  const results = [];
  for (const statement of statements) results.push((await query.execute(statement)).rows);
  return results;
}

describe('an import that is killed', () => {
  it('leaves no partial rows, and has the same result when it is started again', async () => {
    const expected = await usageOf(reference);
    for (const [table, rows] of [
      ['gpt', 150],
      ['gpt', 500],
      ['history_day', 2_000],
      ['history_day', 12_000],
      ['gpt_usage_day', 1_000],
      ['gpt_usage_day', 12_000],
    ] as const) {
      const running = shell.start('gpts', 'import', ...files);
      while (running.child.exitCode === null && (await countOf(table)) < rows);
      running.child.kill('SIGKILL');
      expect((await running.ended).status, `${table} ${rows}`).toBe('SIGKILL');
      for (const [id, usage] of await usageOf(database)) expect(usage, id).toBe(expected.get(id));
    }
    expect(await shell.run('gpts', 'import', ...files)).toMatchObject({ status: 0, err: '' });
    expect(await everything(database)).toEqual(await everything(reference));
  }, 300_000);
});
