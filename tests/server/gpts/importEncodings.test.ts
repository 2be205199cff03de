import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
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

/** An encoding, a name, and its bytes in this encoding. */
const encodedNames: readonly [encoding: string, name: string, hex: string][] = [
  ['gbk', '写作助手和学习计划', 'd0b4d7f7d6facad6bacdd1a7cfb0bcc6bbae'],
  ['big5', '寫作助手與學習計畫', 'bc67a740a755a4e2bb50bec7b2dfad70b565'],
  ['shift_jis', '日本語の文章を書く', '93fa967b8cea82cc95b68fcd82f08f9182ad'],
  ['euc-kr', '한국어 글쓰기 도우미', 'c7d1b1b9beee20b1dbbeb2b1e220b5b5bfecb9cc'],
  ['windows-1251', 'Помощник по письму', 'cfeeeceef9ede8ea20efee20efe8f1fcecf3'],
  ['windows-1252', 'Müsli für Köln', '4dfc736c692066fc72204bf66c6e'],
  ['utf-16le', 'Müsli für Köln', '4d00fc0073006c00690020006600fc00720020004b00f6006c006e00'],
];

describe('a table of GPTs', () => {
  it.each([
    [
      'gbk',
      Buffer.from(
        'aWQsbmFtZSxkZXNjcmlwdGlvbgplbmMtZ2JrLNC01/fW+srWLLDv1vq087zS0N64xNbQzsTOxNXCCg==',
        'base64',
      ),
    ],
    [
      '1252',
      Buffer.from(
        'id,name,description\nenc-1252,M\u00fcsli,F\u00fcr Caf\u00e9s in K\u00f6ln\n',
        'latin1',
      ),
    ],
    ['utf16', Buffer.from('\uFEFFid,name,description\r\nenc-utf16,Müsli,Für Köln\r\n', 'utf16le')],
    ['wide', Buffer.from('id,name,description\r\nenc-wide,Müsli,Für Köln\r\n', 'utf16le')],
  ])('is read in the encoding of its spreadsheet: %s', async (name, bytes) => {
    const file = await folder.write(`${name}.csv`, bytes);
    expect(await importFile(database, file)).toMatchObject({ added: 1, reasons: [] });
    const expected = name === 'gbk' ? '写作助手' : 'Müsli';
    const rows = await database.query
      .select()
      .from(gpt)
      .where(eq(gpt.id, `enc-${name}`));
    expect(rows).toMatchObject([{ name: expected }]);
  });

  it.each(encodedNames)('is read in the encoding of another system: %s', async (...row) => {
    const [encoding, name, hex] = row;
    const wide = encoding.startsWith('utf-16');
    const plain = (text: string) => Buffer.from(text, wide ? 'utf16le' : 'latin1');
    const line = Buffer.concat([
      plain('id,name\r\nenc-1,'),
      Buffer.from(hex, 'hex'),
      plain('\r\n'),
    ]);
    expect(await importFile(database, await folder.write('names.csv', line))).toMatchObject({
      added: 1,
      reasons: [],
    });
    const rows = await database.query.select().from(gpt).where(eq(gpt.id, 'enc-1'));
    expect(rows).toMatchObject([{ name }]);
  });
});
