import { gzipSync } from 'node:zlib';
import { asc, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { openImport } from '#server/services/gpts/files/openImport.ts';
import { toSourceRow } from '#server/services/gpts/sourceFields.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../../setup/importing.ts';

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
});

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

async function importText(name: string, text: string | Buffer) {
  return importFile(database, await folder.write(name, text));
}

async function stored(...ids: string[]) {
  const rows = await database.query
    .select()
    .from(gpt)
    .where(inArray(gpt.id, ids))
    .orderBy(asc(gpt.id));
  return rows.map(toSourceRow);
}

const rows = [
  { id: 'kite', name: 'Kite', tags: ['wind', 'a|b'], conversations: 12, rating: 4.5 },
  { id: 'Kite', name: 'Another, "quoted"', prompt_starters: ['one\ntwo', '=1+1'] },
];
const csv = [
  'id,name,tags,Prompt Starters,conversations,rating,unknown',
  'kite,Kite,"[""wind"",""a|b""]",,12.0,4.5,x',
  'Kite,"Another, ""quoted""",,"[""one\\ntwo"",""=1+1""]",,,x',
  '',
].join('\r\n');

describe('a file of GPTs', () => {
  it.for<[string, string]>([
    ['lines.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['array.json', JSON.stringify(rows)],
    ['pretty.json', JSON.stringify(rows, null, 2)],
    ['table.csv', csv],
    ['lines-without-a-name-that-tells', rows.map((row) => JSON.stringify(row)).join('\r\n')],
    ['array-under-a-wrong-name.csv', `\uFEFF \n${JSON.stringify(rows)}`],
    ['table-without-a-name-that-tells', `\uFEFF${csv}`],
  ])('is known by what it holds, plain and gzipped: %s', async ([name, text]) => {
    await database.query.delete(gpt);
    expect(await importText(name, text)).toMatchObject({ kind: 'gpts', added: 2, reasons: [] });
    const found = await stored('kite', 'Kite');
    expect(found).toMatchObject(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
    expect(await importText(`${name}.gz`, text)).toMatchObject({
      kind: 'gpts',
      unchanged: 2,
      rejected: 0,
    });
    expect(await stored('kite', 'Kite')).toEqual(found);
  });

  it('gives its good rows, and line and reason of the bad ones, as a JSON array', async () => {
    const text = `[{"id":"array-1","name":"One"},\n{"id":"array-2"},\n{"id":"array-3","name":"Three",\n{"id":"array-4","name":"Four"},\n7,\n{"id":"array-5","name":"Five"}`;
    expect(await importText('bad.json', text)).toMatchObject({
      added: 2,
      reasons: [
        '2: name is missing',
        '3: row does not end before the next one begins',
        '5: row must be a JSON object',
        '6: file ends before its JSON array does',
      ],
    });
  });

  it('gives its good rows, and line and reason of the bad ones, as CSV', async () => {
    const text =
      'id,name,rating,created\ncsv-1,One,5,\ncsv-2,Two\n"csv-3"x,Three,,\ncsv-4,Four,six,\ncsv-5,Five,,"January 31,2024"\ncsv-6,"Six,,\n';
    expect(await importText('bad.csv', text)).toMatchObject({
      added: 3,
      reasons: [
        '3: row has 2 cells, the first line names 4',
        '4: row has text after a closing quote',
        '7: row has a quote that is not closed',
      ],
      omissions: ['5: rating must be a number from 1 to 5'],
    });
    expect(await stored('csv-5')).toMatchObject([{ created: '2024-01-31', rating: null }]);
  });

  it('rejects rows that are not UTF-8 and takes the others', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"id":"utf-1","name":"Caf'),
      Buffer.from([0xe9]),
      Buffer.from('"}\n{"id":"utf-2","name":"Café"}\n'),
    ]);
    expect(await importText('latin.jsonl', bad)).toMatchObject({
      added: 1,
      reasons: ['1: row is not UTF-8 text'],
    });
  });

  it('splits lists of plain CSV at bars', async () => {
    await importText(
      'bars.csv',
      'id,name,tags,categories\nbars,Bars,one|two | one,Art & Design|art-&-design|Other\n',
    );
    expect(await stored('bars')).toMatchObject([
      { tags: ['one', 'two'], categories: ['art-and-design', 'other'] },
    ]);
  });

  it('takes the later one of two rows with the same id', async () => {
    const text = [1, 2, 1]
      .map((n) => JSON.stringify({ id: 'twice', name: `Name ${n}` }))
      .join('\n');
    const repetitions = [1, 2].map(
      (line) =>
        expect.stringMatching(`^${line}: repeated by .*twice.jsonl:3, which counts`) as unknown,
    );
    expect(await importText('twice.jsonl', text)).toMatchObject({
      added: 1,
      changed: 0,
      repeated: 2,
      repetitions,
    });
    expect(await importText('twice.jsonl', text)).toMatchObject({ unchanged: 1, changed: 0 });
    expect(await stored('twice')).toMatchObject([{ name: 'Name 1' }]);
  });

  it('sets the visibility of new GPTs, and keeps that of the operator afterwards', async () => {
    const row = { id: 'quiet', name: 'Quiet', visibility: 'private' };
    await importText('quiet.jsonl', JSON.stringify(row));
    await importText('quiet.jsonl', JSON.stringify({ ...row, name: 'Loud', visibility: 'public' }));
    expect(await stored('quiet')).toMatchObject([{ name: 'Loud', visibility: 'private' }]);
    expect(
      await importText('bad-quiet.jsonl', JSON.stringify({ ...row, visibility: 'secret' })),
    ).toMatchObject({
      reasons: ['1: visibility must be public, link, private'],
    });
  });

  it.for<[string, string | Buffer, RegExp]>([
    ['notes.txt', 'Just some words\nin two lines\n', /is neither JSON nor a CSV file/],
    ['empty.csv', '', /is neither JSON nor a CSV file/],
    ['twice.csv', 'id,name,name\n', /has two columns name/],
    ['archive.zip', Buffer.from('504b03041400', 'hex'), /is a ZIP archive/],
  ])('is refused with a sentence when it is none: %s', async ([name, content, sentence]) => {
    const file = await folder.write(name, content);
    await expect(importFile(database, file)).rejects.toThrow(sentence);
  });

  it('is refused with a sentence when it is missing, or a folder', async () => {
    await expect(openImport(folder.path('nowhere.csv'))).rejects.toThrow(/There is no file/);
    await expect(openImport(folder.path('.'))).rejects.toThrow(/is a folder/);
  });

  it('returns the rows before a cut in its packed bytes, and reports the cut', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) =>
      JSON.stringify({ id: `cut-${n}`, name: `Cut ${(n * 7919) % 2_003}` }),
    );
    const packed = gzipSync(lines.join('\n'));
    const file = folder.path('cut.jsonl.gz');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(file, packed.subarray(0, packed.length - 4_000));
    await expect(importFile(database, file)).rejects.toThrow(
      /is cut off: its gzip data end too early/,
    );
    const found = await database.query.$count(gpt);
    expect(found).toBeGreaterThan(300);
    await writeFile(file, packed);
    const { added, unchanged } = await importFile(database, file);
    expect(unchanged).toBeGreaterThan(300);
    expect(added + unchanged).toBe(2_000);
  });
});

describe('texts of real catalogues', () => {
  const oddities: [string, Record<string, unknown>, Record<string, unknown>?][] = [
    ['an id with a slash', { id: 'team/kite-1', name: 'Slash' }],
    ['an id of 32 hexadecimal digits', { id: '0123456789abcdef0123456789abcdef', name: 'Hex' }],
    ['an id of eight characters', { id: 'g-AbC123', name: 'Short' }],
    ['a name of one character', { id: 'odd-1', name: '7' }],
    ['a name of one syllable', { id: 'odd-2', name: '챗' }],
    ['a name of one emoji with a selector', { id: 'odd-3', name: '❤️' }],
    [
      'a starter of 49,202 characters',
      { id: 'odd-4', name: 'Long', prompt_starters: ['長い'.repeat(24_601)] },
    ],
    [
      'instructions of 231,372 characters',
      { id: 'odd-5', name: 'Longer', instructions: 'x y '.repeat(57_843) },
    ],
    [
      'control characters',
      { id: 'odd-6', name: 'A\u001DB\tC', description: 'one\ntwo\r\nthree\u0007' },
    ],
    ['escapes that are letters', { id: 'odd-7', name: String.raw`\u60a8\n\t\\` }],
    ['zero-width marks', { id: 'odd-8', name: 'zero\u200bwidth\u200d\u2060\ufeff' }],
    ['mathematical letters', { id: 'odd-9', name: '𝐁𝐨𝐥𝐝 𝓢𝓬𝓻𝓲𝓹𝓽' }],
    ['Hebrew within Latin', { id: 'odd-10', name: 'The עוזר (v2) helper' }],
    [
      'what looks like markup',
      {
        id: 'odd-11',
        name: '<ShowMe>',
        description: '<paste error here> &amp; {{Startup}} ${prompt} </script>',
      },
    ],
    [
      'bars, slashes and quotes',
      { id: 'odd-12', name: `a|b/c\\d "e" 'f' ,g;`, tags: ['x|y', '"z"'] },
    ],
    [
      'authors that begin a formula',
      { id: 'odd-13', name: 'Formula', author: '=cmd|1', builder: '@studio' },
    ],
    [
      'authors that begin with a sign',
      { id: 'odd-14', name: 'Signs', author: '-dash', builder: '+plus' },
    ],
    [
      'spellings of a category',
      {
        id: 'odd-15',
        name: 'Spellings',
        categories: ['Other', 'other', 'art-&-design', 'Art & Design'],
      },
      { categories: ['other', 'art-and-design'] },
    ],
    [
      'a spelled date',
      {
        id: 'odd-16',
        name: 'Date',
        created: 'January 31,2024',
        updated: '2024-02-01T23:30:00.5+00:00',
      },
      { created: '2024-01-31', updated: '2024-02-01' },
    ],
    [
      'N/A for what is unknown',
      {
        id: 'odd-17',
        name: 'Unknown',
        author: 'N/A',
        rating: 'N/A',
        created: 'N/A',
        conversations: 'N/A',
      },
      { author: null, rating: null, created: null, conversations: null },
    ],
    [
      'a rating of zero for none',
      { id: 'odd-18', name: 'No rating', rating: 0, reviews: 0 },
      { rating: null, reviews: 0 },
    ],
  ];

  it.for(oddities)('are unchanged in every format: %s', async ([, row, expected = {}]) => {
    const { id } = row as { id: string };
    const texts = Object.entries(row).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const quoted = (cells: unknown[]) =>
      cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',');
    const table = `${quoted(texts.map(([field]) => field))}\n${quoted(texts.map(([, text]) => text))}\n`;
    for (const [name, text] of [
      ['odd.jsonl', JSON.stringify(row)],
      ['odd.json', JSON.stringify([row])],
      ['odd.csv.gz', table],
    ] as const) {
      await database.query.delete(gpt);
      expect(await importText(name, text), name).toMatchObject({ added: 1, reasons: [] });
      expect(await stored(id), name).toMatchObject([{ ...row, ...expected }]);
    }
  });

  it('take ids that differ in case, and names that are the same', async () => {
    const same = ['g-abcdefgh1', 'g-ABCDEFGH1', 'g-abcdefgH1'].map((id) => ({
      id,
      name: 'The same name',
    }));
    expect(await importText('same.json', JSON.stringify(same))).toMatchObject({ added: 3 });
    expect(await stored(...same.map(({ id }) => id))).toHaveLength(3);
  });
});
