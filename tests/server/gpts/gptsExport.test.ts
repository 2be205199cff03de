import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { exportGpts } from '#server/services/gpts/exportGpts.ts';
import { writeLines } from '#server/services/textFiles/writeLines.ts';
import { syntheticEntries } from '../../../scripts/catalogue/generateGpts.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../../setup/importing.ts';

const nasty = [
  {
    id: 'formula',
    name: '=1+1',
    author: '@studio',
    builder: "'=twice",
    description: '-dash\n+plus',
  },
  {
    id: '-id',
    name: '+1',
    tags: ['=a', 'b|c', '"d"'],
    prompt_starters: ['@one,\r\ntwo\t', '\u001d'],
  },
  {
    id: 'team/kite',
    name: ' spaces around ',
    welcome_message: '\tTab',
    instructions: 'line\r\n\r\nline\r',
  },
  { id: 'wide', name: '＝１', description: '챗 ❤️ \u200b\u2028 שלום 𝐁' },
  {
    id: 'numbers',
    name: '0',
    conversations: 0,
    rating: 4.29,
    reviews: 147_096,
    created: '2023-11-17',
  },
  { id: 'linked', name: 'Linked', visibility: 'link' },
  { id: 'kept-quiet', name: 'Quiet', visibility: 'private' },
];

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
  const made = [...syntheticEntries({ count: 230, days: 3, seed: 9, until: '2026-06-20' })];
  const lines = [...nasty, ...made.map(({ gpt }) => gpt)].map((row) => JSON.stringify(row));
  await importFile(database, await folder.write('all.jsonl', lines.join('\n')));
  await database.query.insert(gpt).values([
    { id: 'hidden', name: 'Hidden', hidden: new Date() },
    { id: 'removed', name: 'Removed', removed: new Date() },
  ]);
});

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const isKept = ({ id }: { id: string }) => !['hidden', 'removed'].includes(id);

async function allRows({ query }: TestDatabase) {
  const rows = await query.select().from(gpt).orderBy(asc(gpt.id));
  const own = ['created', 'updated', 'firstPublished'];
  return rows
    .filter(isKept)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !own.includes(key))));
}

describe('an export', () => {
  it.for(['all.jsonl', 'all.csv', 'all.jsonl.gz', 'all.csv.gz'])(
    'changes nothing when it is imported, and gives the same in an empty database: %s',
    async (name) => {
      const format = name.includes('csv') ? 'csv' : 'jsonl';
      const file = folder.path(`export-${name}`);
      await writeLines(file, exportGpts(database, format));
      const before = await database.query.select().from(gpt).orderBy(asc(gpt.id));
      expect(await importFile(database, file)).toMatchObject({
        unchanged: 237,
        added: 0,
        changed: 0,
        reasons: [],
      });
      expect(await database.query.select().from(gpt).orderBy(asc(gpt.id))).toEqual(before);
      const other = await createTestDatabase(2);
      try {
        expect(await importFile(other, file)).toMatchObject({ added: 237, reasons: [] });
        expect(await allRows(other)).toEqual(await allRows(database));
      } finally {
        await other.drop();
      }
    },
  );

  it('has no cell that a spreadsheet takes for a formula', async () => {
    const file = folder.path('formulas.csv.gz');
    await writeLines(file, exportGpts(database, 'csv'));
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toContain(",'=1+1,");
    expect(text).toContain("\n'-id,'+1,");
    const cells = parse(text).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r＝]/.test(cell))).toEqual([]);
  });

  it('writes into a pipe or a device, and does not replace it', async () => {
    const pipe = folder.path('pipe');
    spawnSync('mkfifo', [pipe]);
    const [, text] = await Promise.all([writeLines(pipe, ['one', 'two']), readFile(pipe, 'utf8')]);
    expect(text).toBe('one\ntwo\n');
    expect((await stat(pipe)).isFIFO()).toBe(true);
  });

  it('still changes nothing after a GPT was edited', async () => {
    await database.query.update(gpt).set({ name: 'Edited' }).where(eq(gpt.id, 'numbers'));
    const file = folder.path('edited.jsonl');
    await writeLines(file, exportGpts(database, 'jsonl'));
    expect(await importFile(database, file)).toMatchObject({ unchanged: 237, changed: 0 });
  });
});
