import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asc } from 'drizzle-orm';
import { gpt } from '#server/db/schema/gpts.ts';
import { dateFormat } from '#server/services/gpts/dateFormat.ts';
import { toSourceRow } from '#server/services/gpts/sourceFields.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../setup/importing.ts';

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
});

beforeEach(async () => {
  await database.query.delete(gpt);
});

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

async function importText(name: string, text: string) {
  return importFile(database, await folder.write(name, text));
}

async function stored() {
  const rows = await database.query.select().from(gpt).orderBy(asc(gpt.id));
  return rows.map(toSourceRow);
}

describe('a file of GPTs', () => {
  it.for([';', '\t'])('may have another separator: %j', async (separator) => {
    const cells = [
      ['id', 'name', 'tags', 'rating'],
      ['separated', `"One, ${separator}two"`, 'a,b|c', '4.5'],
      ['cut', 'Three'],
    ];
    const text = cells.map((row) => row.join(separator)).join('\r\n');
    expect(await importText('separated.csv', text)).toMatchObject({
      added: 1,
      reasons: ['3: row has 2 cells, the first line names 4'],
    });
    expect(await stored()).toMatchObject([
      { name: `One, ${separator}two`, tags: ['a,b', 'c'], rating: 4.5 },
    ]);
  });

  it('gives the list within an object, with the lines of its rows', async () => {
    const rows = '{"id":"one","name":"One"},\n{"id":"two"},\n{"id":"three","name":"Three"}';
    const wrapped = `{\n  "version": 2, "made by": "some, {tool}",\n  "gpts": [\n${rows}],\n "next": {"page": 2}}\n`;
    expect(await importText('wrapped.json', wrapped)).toMatchObject({
      added: 2,
      reasons: ['5: name is missing'],
    });
    const line = `{"gpts":[${rows.replaceAll('\n', '')}]}`;
    expect(await importText('wrapped.json.gz', line)).toMatchObject({ unchanged: 2, rejected: 1 });
    expect(await importText('cut.json', '{"gpts":[{"id":"one","name":"One"},')).toMatchObject({
      unchanged: 1,
      reasons: ['1: file ends before its JSON array does'],
    });
  });

  it('is JSON Lines where rows have lists of their own', async () => {
    const row = JSON.stringify({ id: 'own', items: [{ id: 'inner', name: 'Inner' }], name: 'Own' });
    expect(await importText('own.jsonl', `${row}\n`)).toMatchObject({ added: 1, rejected: 0 });
    expect(await stored()).toMatchObject([{ id: 'own' }]);
  });

  it('names broken JSON as such, with the character where that is known', async () => {
    const lines = ['{"id":"a","name":"A"', '{"id":"b" "name":"B"}', 'no json', '7'];
    expect(await importText('broken.jsonl', lines.join('\n'))).toMatchObject({
      added: 0,
      reasons: [
        '1: row is broken JSON, from its character 21 on',
        '2: row is broken JSON, from its character 11 on',
        '3: row is broken JSON',
        '4: row must be a JSON object',
      ],
    });
  });

  it.for<[string, number | null]>([
    ['300K+', 300_000],
    ['1.2M', 1_200_000],
    ['25,000+', 25_000],
    ['1.5k', 1_500],
    ['12.0', 12],
    ['7+', 7],
    ['25.000', null],
    ['1.5', null],
    ['-3', null],
    ['many', null],
  ])('may have counts as sites write them: %s', async ([text, count]) => {
    const rows = [
      ['counts.csv', `id;name;conversations\ncounted;C;${text}\n`],
      ['counts.jsonl', JSON.stringify({ id: 'counted', name: 'C', conversations: text })],
    ] as const;
    for (const [name, content] of rows) {
      await database.query.delete(gpt);
      const incomplete = count === null ? 1 : 0;
      expect(await importText(name, content), name).toMatchObject({ added: 1, incomplete });
      expect(await stored(), name).toMatchObject([{ conversations: count }]);
    }
  });

  it('may have decimals with a comma', async () => {
    await importText('decimals.csv', 'id;name;rating\none;One;4,5\n');
    expect(await stored()).toMatchObject([{ rating: 4.5 }]);
  });

  it.for<[string, string]>([
    ['DD.MM.YYYY', '31.01.2024'],
    ['M/D/YYYY', '1/31/2024'],
    ['YYYYMMDD', '20240131'],
    ['D-M-YYYY', '31-1-2024 23:59'],
  ])('may have dates in the format %s', async ([format, date]) => {
    const text = `id,name,created,updated\none,One,${date},2024-01-31\n`;
    const file = await folder.write('dates.csv', text);
    expect(await importFile(database, file, { dates: dateFormat(format) })).toMatchObject({
      omissions: [`2: updated must be an existing date, written as ${format}`],
    });
    expect(await stored()).toMatchObject([{ created: '2024-01-31', updated: null }]);
  });

  it.for(['DD.MM', 'YYYY-MM-DD DD', 'Tag.MM.YYYY', 'DD.MM.YY'])(
    'cannot have dates in the format %s',
    (format) => {
      expect(() => dateFormat(format)).toThrow('The format of dates must have YYYY');
    },
  );
});
