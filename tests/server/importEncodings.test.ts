import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../setup/importing.ts';

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
});
