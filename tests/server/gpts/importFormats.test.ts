import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asc } from 'drizzle-orm';
import { gpt } from '#server/db/schema/gpts.ts';
import { dateFormat } from '#server/services/gpts/dateFormat.ts';
import { toSourceRow } from '#server/services/gpts/sourceFields.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../../setup/importing.ts';

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

async function importText(name: string, text: string | Buffer) {
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

  it('returns the list within an object, with the lines of its rows', async () => {
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

  it.for<[string, string]>([
    ['an object', '{"meta":{"items":1,"by":[{"x":"]{"}]},"gpts":ROWS}'],
    ['a list', '{"columns":["id",{"data":[]}],"items":ROWS,"next":null}'],
    ['a name', '{"name":"Export","count":2,"agents":ROWS}'],
    ['an id', '{"id":"export-1","gpts":ROWS}'],
    ['an object around it', '{"ok":true,"data":{"total":2,"items":ROWS}}'],
    ['long texts', `{"about":"${'x'.repeat(60_000)}\\"","results":ROWS}`],
  ])('gives the list within an object beside %s', async ([, text]) => {
    const rows = '[{"id":"one","name":"One"},{"id":"two","name":"Two","tags":["a"]}]';
    const pretty = `{\n${text.slice(1).replace('ROWS', `\n${rows}`)}`;
    expect(await importText('beside.json', text.replace('ROWS', rows))).toMatchObject({
      added: 2,
      rejected: 0,
    });
    expect(await importText('beside.json', pretty)).toMatchObject({ unchanged: 2, rejected: 0 });
  });

  it('is JSON Lines where rows have lists of their own', async () => {
    const items = [{ id: 'inner', name: 'Inner' }];
    const rows = [
      { id: 'first', items, name: 'Own' },
      { items, id: 'own', name: 'Own' },
      { gpts: items, id: 'own', name: 'Own' },
    ].map((row) => JSON.stringify(row));
    for (const row of rows) {
      expect(await importText('own.jsonl', `${row}\n`)).toMatchObject({ added: 1, rejected: 0 });
      await database.query.delete(gpt);
    }
    // A row without an id, and another one: no list around the rows.
    const lines = `${JSON.stringify({ items, name: 'Nameless' })}\n${rows[1]}`;
    expect(await importText('own.jsonl', lines)).toMatchObject({
      added: 1,
      reasons: ['1: id is missing'],
    });
    expect(await stored()).toMatchObject([{ id: 'own' }]);
  });

  it('names broken JSON as such, with the character if it is known', async () => {
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

  it('names unknown columns and keys once, with the nearest field', async () => {
    const lines = [
      { id: 'one', name: 'One', descripton: 'A', Description: 'B', promptStarters: ['C'] },
      { id: 'two', name: 'Two', descripton: 'D', zzz: 1, language: 'de', constructor: 2 },
    ].map((row) => JSON.stringify(row));
    expect(await importText('unknown.jsonl', lines.join('\n'))).toMatchObject({
      added: 2,
      incomplete: 0,
      unknownFields: [
        '1: descripton is not a field; did you mean description?',
        '1: Description is not a field; did you mean description?',
        '1: promptStarters is not a field; did you mean prompt_starters?',
        '2: zzz is not a field',
        '2: language is not a field; did you mean lang?',
        '2: constructor is not a field',
      ],
    });
    const table = 'id,name,Descripton,,tgas\na,A,x,,y\nb,B,x,,y\n';
    expect(await importText('unknown.csv', table)).toMatchObject({
      added: 2,
      unknownFields: [
        '2: descripton is not a field; did you mean description?',
        '2: (a column without a name) is not a field',
        '2: tgas is not a field; did you mean tags?',
      ],
    });
    const history = 'date,id,conversations,raiting\n2026-06-01,a,1,4\n';
    expect(await importText('unknown-history.csv', history)).toMatchObject({
      added: 1,
      unknownFields: ['2: raiting is not a field; did you mean rating?'],
    });
  });

  it.for(['strict.jsonl', 'strict.csv', 'strict-history.csv'])(
    'is refused for unknown columns with isStrict: %s',
    async (name) => {
      const text = {
        'strict.jsonl': '{"id":"a","name":"A","nmae":"B"}\n{"id":"b","name":"B"}',
        'strict.csv': 'id,name,nmae\na,A,B\n',
        'strict-history.csv': 'date,id,conversations,nmae\n2026-06-01,a,1,4\n',
      }[name];
      const file = await folder.write(name, text ?? '');
      const report = await importFile(database, file, { isStrict: true });
      expect(report.reasons).toEqual([
        `${name.endsWith('l') ? 1 : 2}: nmae is not a field; did you mean name?`,
      ]);
      expect(report.added).toBe(name === 'strict.jsonl' ? 1 : 0);
    },
  );

  it.for<[string, object, string]>([
    ['name', { name: '\u200b\u2060\u3164' }, 'name has no visible characters'],
    ['name', { name: '\u2800 \u00ad\ufe0f' }, 'name has no visible characters'],
    ['id', { id: ' padded ' }, 'id must not begin or end with a space'],
    ['id', { id: 'padded\u00a0' }, 'id must not begin or end with a space'],
    ['id', { id: 'hid\u200bden' }, 'id must not have invisible characters'],
    ['id', { id: 'nul\0' }, 'id must not have control characters'],
    ['author', { author: '\u200b\u3164' }, 'author has no visible characters'],
    ['builder', { builder: '\u2060' }, 'builder has no visible characters'],
    ['lang', { lang: 'xx' }, 'lang must be a known language tag such as en or zh-Hans'],
    ['lang', { lang: 'english' }, 'lang must be a known language tag such as en or zh-Hans'],
    ['lang', { lang: 'de-XQ' }, 'lang must be a known language tag such as en or zh-Hans'],
    ['lang', { lang: 'zh-ZZ' }, 'lang must be a known language tag such as en or zh-Hans'],
    ['created', { created: '2026-07-01' }, 'created must be a day from 2015-01-01 to 2026-06-30'],
    ['created', { created: '2014-12-31' }, 'created must be a day from 2015-01-01 to 2026-06-30'],
    [
      'created',
      { created: 'Maybe 5, 2024' },
      'created must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
    ],
    [
      'created',
      { created: '2024-01-31Tnoon' },
      'created must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
    ],
    [
      'created',
      { created: '31.01.2024' },
      'created must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
    ],
    [
      'updated',
      { created: '2024-05-02', updated: '2024-05-01' },
      'updated must not be before created (2024-05-02)',
    ],
    ['url', { url: 'https://a:b@c.example/' }, 'url must not have a user name or password'],
    ['url', { url: 'https://token@c.example/' }, 'url must not have a user name or password'],
    ['url', { url: 'https://' }, 'url must be a web address'],
  ])('has a %s that is refused: %j', async ([field, bad, reason]) => {
    const row = JSON.stringify({ id: 'row', name: 'Row', ...bad });
    const { reasons, omissions } = await importText('bad.jsonl', row);
    const isEssential = ['id', 'name'].includes(field);
    expect(isEssential ? reasons : omissions).toEqual([`1: ${reason}`]);
    expect(isEssential ? omissions : reasons).toEqual([]);
  });

  it('takes visible names, ids of emoji, known languages and the UTC day of a time', async () => {
    const row = {
      id: '👩‍💻❤️-x',
      name: '\u200b❤️',
      lang: 'fil-PH',
      created: '2024-01-01T03:00:00+09:00',
      updated: '2024-01-01T03:00:00',
      url: 'https://c.example/@user:x',
    };
    const report = await importText('good.jsonl', JSON.stringify(row));
    expect(report).toMatchObject({ added: 1, reasons: [], omissions: [], unknownFields: [] });
    expect(await stored()).toMatchObject([
      { ...row, created: '2023-12-31', updated: '2024-01-01' },
    ]);
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
      omissions: [`2: updated must be an existing date in the format ${format}`],
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
