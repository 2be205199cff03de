import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUser } from '#server/db/schema/accounts.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { callJson, storeConversation } from '../../setup/conversations.ts';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import { rate, signInUserOf } from '../../setup/reviews.ts';
import { share, sharesOf } from '../../setup/shares.ts';

const overrides = /[\u202a-\u202e\u2066-\u2069]/;

/** Every character that turns the direction, before, within and behind the words. */
const turn = (text: string) =>
  `\u202e${text.replaceAll(' ', '\u2066 \u202a\u202b\u202c\u202d\u2067')}\u2068\u2069`;

let server: OperatedServer;

beforeAll(async () => {
  server = await startOperatedServer({ sharesData: true });
});

afterAll(() => server.close());

async function read(path: string, cookie?: string): Promise<string> {
  const response = await server.fetch(path, cookie === undefined ? {} : { cookie });
  expect(response.status).toBe(200);
  return response.text();
}

describe('texts of one line', () => {
  it('lose direction overrides in each field of an imported GPT, and keep its line breaks', async () => {
    const row = {
      id: 'turned',
      name: turn('Turned name'),
      author: turn('Some author'),
      builder: turn('Some builder'),
      categories: [turn('Art and design')],
      tags: [turn('one tag'), 'one tag', turn('')],
      capabilities: [turn('Web search')],
      lang: turn('en-US'),
      prompt_starters: [`${turn('First line')}\n${turn('second line')}`, turn('')],
      model: turn('gpt-4-turbo'),
      created: turn('2024-01-31'),
      url: turn('https://example.org/g/turned'),
      source: turn('Some source'),
      license: turn('CC BY'),
      visibility: turn('public'),
    };
    const file = await server.folder.write('turned.jsonl', JSON.stringify(row));
    expect((await server.shell.run('gpts', 'import', file)).out).toContain('1 new, 0 changed');
    const text = await read('/api/gpts/turned');
    expect(text).not.toMatch(overrides);
    expect(JSON.parse(text)).toMatchObject({
      name: 'Turned name',
      author: 'Some author',
      builder: 'Some builder',
      categories: ['art-and-design'],
      tags: ['one tag'],
      capabilities: ['Web search'],
      lang: 'en-US',
      prompt_starters: ['First line\nsecond line'],
      model: 'gpt-4-turbo',
      created: '2024-01-31',
      url: 'https://example.org/g/turned',
      source: 'Some source',
      license: 'CC BY',
    });
    for (const path of ['/api/gpts', '/api/gpts?query=turned%20name', '/api/gpts?tag=one%20tag']) {
      const list = await read(path);
      expect(list).toContain('Turned name');
      expect(list).not.toMatch(overrides);
    }
    expect((await server.shell.run('gpts', 'import', file)).out).toContain(
      '0 changed, 1 unchanged',
    );
    const nameless = { id: 'nameless', name: turn('') };
    const refused = await server.folder.write('nameless.jsonl', JSON.stringify(nameless));
    const { out } = await server.shell.run('gpts', 'import', refused);
    expect(out).toContain('name has no visible characters');
  });

  it('lose them in the commands of operators', async () => {
    const set = ['--set', `name=${turn('Edited name')}`, '--set', `license=${turn('MIT license')}`];
    expect(await server.shell.run('gpts', 'edit', 'turned', ...set)).toMatchObject({ status: 0 });
    const edited = await read('/api/gpts/turned');
    expect(JSON.parse(edited)).toMatchObject({ name: 'Edited name', license: 'MIT license' });
    expect(edited).not.toMatch(overrides);
    const options = ['--title', turn('My model'), '--tip', `en=${turn('A tip')}`];
    expect(await server.shell.run('models', 'set', 'gpt-4o-mini', ...options)).toMatchObject({
      status: 0,
    });
    // The server learns of the change by a notification of the database.
    await expect.poll(() => read('/api/models'), { timeout: 10_000 }).toContain('"My model"');
    const models = await read('/api/models');
    expect(models).toContain('"A tip"');
    expect(models).not.toMatch(overrides);
    const history = await server.folder.write(
      'history.csv',
      'date,rank,id,conversations,rating,reviews\n2026-01-01,1,turned,100,,\n',
    );
    await server.shell.run('gpts', 'import', history, '--source', turn('Some history'));
    const counted = await read('/api/gpts/turned');
    expect(counted).toContain('Some history');
    expect(counted).not.toMatch(overrides);
  });

  it('lose them in the names of users, in every store of them', async () => {
    const { userId, cookie } = await signInUserOf(server, 'turned');
    await server.database.query
      .update(appUser)
      .set({ name: turn('Some reviewer') })
      .where(sql`id = ${userId}`);
    expect((await rate(server, cookie, 'turned', 4, 'Good.')).status).toBe(200);
    for (const path of ['/api/gpts/turned/reviews', '/api/account']) {
      const text = await read(path, cookie);
      expect(text).toContain('Some reviewer');
      expect(text).not.toMatch(overrides);
    }
  });

  it('lose them in titles of conversations that were imported or renamed, and in those of their links', async () => {
    const { cookie } = await server.signIn();
    const { id } = await storeConversation(server, cookie, turn('Imported title'), [
      { text: turn('A question') },
      { text: 'An answer' },
    ]);
    const path = `/api/chat/conversations/${id}`;
    await share(server, cookie, id);
    await callJson(server, cookie, 'PATCH', path, { title: turn('New title') });
    await share(server, cookie, id);
    const titles = (await sharesOf(server, cookie)).map(({ title }) => title);
    expect(titles).toEqual(['New title', 'Imported title']);
    // The text of a message may have several lines, and is shown in a paragraph of its own.
    const { json } = await callJson<{ title: string; messages: { text: string }[] }>(
      server,
      cookie,
      'GET',
      path,
    );
    expect(json).toMatchObject({
      title: 'New title',
      messages: [{ text: turn('A question') }, {}],
    });
  });

  it('lose them in columns of lists as well', async () => {
    const [stored] = await server.database.query
      .insert(gpt)
      .values({ id: 'listed', name: turn('A name'), tags: [turn('a tag')] })
      .returning({ name: gpt.name, tags: gpt.tags });
    expect(stored).toEqual({ name: 'A name', tags: ['a tag'] });
  });
});
