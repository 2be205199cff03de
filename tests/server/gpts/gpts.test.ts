import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt as gptSchema, listGpts } from '#contract/gpts/gpts.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import type { ImportReport } from '#server/services/gpts/importRows.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { openImport } from '#server/services/gpts/files/openImport.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'dolores-import-'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function importLines(lines: readonly unknown[]): Promise<ImportReport> {
  const file = join(folder, 'gpts.jsonl');
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(file, texts.join('\n'));
  return importGpts(server.database, (await openImport(file)).rows);
}

async function getJson(path: string, cookie?: string): Promise<{ status: number; body: unknown }> {
  const response = await server.fetch(path, cookie === undefined ? {} : { cookie });
  return { status: response.status, body: await response.json() };
}

describe('the import', () => {
  it('adds, changes and leaves rows, and changes nothing for the same file again', async () => {
    const rows = [
      { id: 'a-1', name: 'One', conversations: 5 },
      { id: 'A-1', name: 'Another: ids know upper and lower case' },
    ];
    expect(await importLines(rows)).toMatchObject({
      added: 2,
      changed: 0,
      unchanged: 0,
      rejected: 0,
    });
    expect(await importLines(rows)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await importLines([{ ...rows[0], conversations: 6 }, rows[1]])).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
  });

  it('ends a row at a line feed only, with or without a carriage return before it', async () => {
    const row = JSON.stringify({ id: 'line', name: 'One\u2028Two' });
    expect(row).toContain('\u2028');
    expect(await importLines([`${row}\r`, `{"id":"return",\r"name":"Three"}`])).toMatchObject({
      added: 2,
      rejected: 0,
    });
  });

  it('takes the good rows next to bad ones, and names line and reason of each bad one', async () => {
    const report = await importLines([
      '\uFEFF{"id":"good-1","name":"Good"}',
      'no json',
      '',
      { id: 'no-name' },
      { id: 'x'.repeat(201), name: 'Long id' },
      { id: 'bad-date', name: 'Bad date', created: 'yesterday' },
      { id: 'no-such-day', name: 'No such day', created: 'February 31, 2024' },
      { id: 'bad-link', name: 'Bad link', url: 'javascript:alert(1)' },
      {
        id: 'good-2',
        name: 'Good',
        updated: 'January 31,2024',
        rating: 'N/A',
        conversations: null,
      },
    ]);
    expect(report).toMatchObject({ added: 5, rejected: 3, incomplete: 3 });
    const reported = [...report.rejections, ...report.omissions];
    expect(reported.map(({ place, reason }) => [place.split(':').at(-1), reason])).toEqual([
      ['2', 'row is broken JSON'],
      ['4', 'name is missing'],
      ['5', 'id has 201 characters, at most 200 are allowed'],
      [
        '6',
        'created must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
      ],
      ['7', 'created must be an existing date such as 2024-01-31'],
      ['8', 'url must begin with http:// or https://'],
    ]);
    const { body } = await getJson('/api/gpts/good-2');
    expect(body).toMatchObject({ updated: '2024-01-31', rating: null, imported_chats: null });
  });

  it('refuses labels that would be too long as the file name of a page', async () => {
    const report = await importLines([
      { id: '写'.repeat(22), name: 'As long as it may be' },
      { id: '写'.repeat(23), name: 'Nine bytes a character' },
      { id: '~'.repeat(67), name: 'Three bytes a character' },
      { id: 'long-category', name: 'Long category', categories: ['写'.repeat(23)] },
      { id: '..', name: 'The folder above' },
      { id: 'red\u001b[31m', name: 'Colours the terminal' },
      { id: 'a\u009b2J', name: 'Empties the terminal' },
      { id: 'line\nbreak', name: 'Two lines' },
    ]);
    const rule = (field: string, bytes: number) =>
      `${field} has ${bytes} bytes when encoded for an address, at most 200 are allowed`;
    expect(report.added).toBe(2);
    expect(report.rejections.map(({ reason }) => reason)).toEqual([
      rule('id', 207),
      rule('id', 201),
      'id must not be . or ..',
      'id must not have control characters',
      'id must not have control characters',
      'id must not have control characters',
    ]);
    expect(report.omissions.map(({ reason }) => reason)).toEqual([rule('categories', 207)]);
  });

  it('keeps texts as their author wrote them', async () => {
    const name = '<ShowMe> &amp; {{Startup}} ${prompt} 챗 ❤️ \u200b𝐁𝐨𝐥𝐝 | "quoted"';
    const starter = `line one\n\tline two \u001d \\u60a8 שלום ${'x'.repeat(49_202)}`;
    await importLines([{ id: 'nasty', name, prompt_starters: [`${starter}\0`] }]);
    const { body } = await getJson('/api/gpts/nasty');
    expect(body).toMatchObject({ name, prompt_starters: [starter] });
  });

  it('joins spellings of a category', async () => {
    await importLines([
      { id: 'categories', name: 'C', categories: ['Art & Design', 'art-&-design', 'Other'] },
    ]);
    const { body } = await getJson('/api/gpts/categories');
    expect(body).toMatchObject({ categories: ['art-and-design', 'other'] });
  });

  it('keeps hidden GPTs hidden, and own counts counted', async () => {
    await importLines([{ id: 'kept', name: 'Kept' }]);
    await server.database.query
      .update(gpt)
      .set({ visibility: 'private', ownChats: 7 })
      .where(eq(gpt.id, 'kept'));
    expect(await importLines([{ id: 'kept', name: 'Renamed' }])).toMatchObject({ changed: 1 });
    const [row] = await server.database.query.select().from(gpt).where(eq(gpt.id, 'kept'));
    expect(row).toMatchObject({ name: 'Renamed', visibility: 'private', ownChats: 7 });
  });

  it('loads the starter catalogue into an empty database only', async () => {
    expect(await loadStarterIfEmpty(server.database)).toBeUndefined();
    await server.database.query.delete(gpt);
    const report = await loadStarterIfEmpty(server.database);
    expect(report).toMatchObject({ rejected: 0 });
    expect(report?.added).toBeGreaterThanOrEqual(40);
    const { body } = await getJson('/api/gpts/gpt-4-all');
    const starter = gptSchema.parse(body);
    for (const [field, value] of Object.entries(starter)) {
      if (field.startsWith('imported') || ['url', 'source', 'license', 'rating'].includes(field))
        continue;
      expect(value, field).not.toBeNull();
    }
    expect(starter.prompt_starters).toHaveLength(4);
  });
});

describe('the list', () => {
  beforeAll(async () => {
    await server.database.query.delete(gpt);
    await importLines([
      { id: 'plain', name: 'Story Teller', author: 'Ada', tags: ['fiction'], conversations: 900 },
      { id: 'exact', name: 'Story', conversations: 1 },
      {
        id: 'other',
        name: 'Budget',
        description: 'Tells no story',
        categories: ['data'],
        conversations: 5,
      },
      { id: 'percent', name: '100% _sure_', conversations: 2 },
    ]);
  });

  async function ids(query: string): Promise<string[]> {
    const { body } = await getJson(`/api/gpts?${query}`);
    return listGpts.response.parse(body).items.map(({ id }) => id);
  }

  it('orders by popularity and pages', async () => {
    expect(await ids('')).toEqual(['plain', 'other', 'percent', 'exact']);
    expect(await ids('size=2&page=2')).toEqual(['percent', 'exact']);
    expect(await ids('category=data')).toEqual(['other']);
  });

  it('lists the language of `locale` first, then English, as pages of the site do', async () => {
    const gpts = ['ja', 'en', 'de', 'zh-Hant', 'zh-Hans'].map((lang) => {
      return { id: `in-${lang}`, name: lang, lang, tags: ['languages'], chats: 1 };
    });
    await importLines(gpts);
    const ofLanguage = async (query: string) =>
      (await ids(`${query}&size=100`)).filter((id) => id.startsWith('in-'));
    for (const filter of ['', '&tag=languages']) {
      expect((await ofLanguage(`locale=de${filter}`)).slice(0, 2)).toEqual(['in-de', 'in-en']);
      const zh = ['in-zh-Hans', 'in-zh-Hant', 'in-en', 'in-de', 'in-ja'];
      expect(await ofLanguage(`locale=zh${filter}`)).toEqual(zh);
    }
    await server.database.query.delete(gpt).where(
      inArray(
        gpt.id,
        gpts.map(({ id }) => id),
      ),
    );
  });

  it('finds by name, author, tag and description, the exact name first', async () => {
    expect(await ids('query=story')).toEqual(['exact', 'plain', 'other']);
    expect(await ids('query=ADA')).toEqual(['plain']);
    expect((await ids('query=fiction'))[0]).toBe('plain');
  });

  it('treats the wild cards of a query as text', async () => {
    expect(await ids('query=%25')).toEqual(['percent']);
    expect(await ids('query=_')).toEqual(['percent']);
    expect(await ids('query=%5C')).toEqual([]);
  });

  it('refuses an invalid page and an unknown field', async () => {
    const { status, body } = await getJson('/api/gpts?page=0');
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_input', fields: [{ field: 'page' }] } });
  });
});

describe('one GPT', () => {
  it('is unknown, private or removed with an answer of its own', async () => {
    await server.database.query.insert(gpt).values([
      { id: 'private', name: 'Private', visibility: 'private' },
      { id: 'removed', name: 'Removed', removed: new Date() },
    ]);
    expect(await getJson('/api/gpts/nobody')).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_gpt' } },
    });
    expect(await getJson('/api/gpts/private')).toMatchObject({
      status: 403,
      body: { error: { code: 'gpt_not_public' } },
    });
    expect(await getJson('/api/gpts/removed')).toMatchObject({
      status: 410,
      body: { error: { code: 'gone' } },
    });
  });

  it('is found by an id with a slash', async () => {
    await importLines([{ id: 'team/helper', name: 'Slash' }]);
    expect((await getJson('/api/gpts/team%2Fhelper')).body).toMatchObject({ id: 'team/helper' });
  });
});

describe('saved GPTs', () => {
  it('are saved once, listed newest first and forgotten once', async () => {
    const { cookie } = await server.signIn();
    for (const id of ['plain', 'exact', 'plain']) {
      const response = await server.fetch(`/api/gpts/collection/${id}`, { method: 'PUT', cookie });
      expect(response.status).toBe(200);
    }
    const list = () => getJson('/api/gpts/collection?page=1&size=999', cookie);
    const item = (id: string, isRemoved = false) => ({ gizmo_id: id, is_removed: isRemoved });
    expect((await list()).body).toEqual([item('exact'), item('plain')]);
    for (let time = 0; time < 2; time += 1) {
      const response = await server.fetch('/api/gpts/collection/exact', {
        method: 'DELETE',
        cookie,
      });
      expect(response.status).toBe(200);
    }
    expect((await list()).body).toEqual([item('plain')]);
    await server.database.query.insert(gpt).values({ id: 'short-lived', name: 'Short-lived' });
    await server.fetch('/api/gpts/collection/short-lived', { method: 'PUT', cookie });
    await server.database.query
      .update(gpt)
      .set({ removed: new Date() })
      .where(eq(gpt.id, 'short-lived'));
    expect((await list()).body).toEqual([item('short-lived', true), item('plain')]);
  });

  it('need a sign-in and a GPT that exists', async () => {
    expect((await getJson('/api/gpts/collection')).status).toBe(401);
    expect((await getJson('/api/gpts/recent')).status).toBe(401);
    const { cookie } = await server.signIn();
    const response = await server.fetch('/api/gpts/collection/nobody', { method: 'PUT', cookie });
    expect(response.status).toBe(404);
  });
});
