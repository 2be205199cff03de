import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { Zip, ZipDeflate, strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/conversations.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { ask, creditOf, readAll } from '../setup/chat.ts';
import { breadConversation, chatGptConversation } from '../fixtures/chatGptExport.ts';
import {
  callJson,
  exportOf,
  importFile,
  storeConversation,
  toExport,
} from '../setup/conversations.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values([
    { id: 'g-baker', name: 'Baker' },
    { id: 'g-private', name: 'Private', visibility: 'private' },
  ]);
});

afterAll(() => server.close());

type Report = {
  imported: number;
  unchanged: number;
  rejected: { title: string; reason: string }[];
};
type Whole = {
  id: string;
  title: string;
  target: object;
  created: string;
  updated: string;
  leaf_id: string | null;
  messages: ChatMessage[];
};

async function send(cookie: string, body: unknown): Promise<Report> {
  const file = body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await importFile(server, cookie, file as Uint8Array<ArrayBuffer>);
  expect(response.status).toBe(200);
  return (await response.json()) as Report;
}

async function readAllOf(cookie: string): Promise<Whole[]> {
  const { json } = await callJson<{ items: { id: string }[] }>(
    server,
    cookie,
    'GET',
    '/api/chat/conversations?size=100',
  );
  const all: Whole[] = [];
  for (const { id } of json.items) {
    all.push((await callJson<Whole>(server, cookie, 'GET', `/api/chat/conversations/${id}`)).json);
  }
  return all;
}

/** Every message with the text of what it follows: the tree, whatever its ids. */
function treeOf({ messages, leaf_id: leafId }: Pick<Whole, 'messages' | 'leaf_id'>) {
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  return {
    leaf: texts.get(leafId ?? ''),
    tree: messages.map(({ role, text, parent_id: parent }) => [
      role,
      text,
      texts.get(parent ?? ''),
    ]),
  };
}

const exportPath = (format: string, id?: string) =>
  `/api/chat/${id === undefined ? '' : `conversations/${id}/`}export?format=${format}`;

describe('an export', () => {
  it('of one conversation as Markdown has the branch that is shown, and code as it is', async () => {
    const { cookie } = await server.signIn();
    const code = '```python\nprint("# no heading")\n```';
    const { id, messageIds } = await storeConversation(server, cookie, 'Wie #1 *geht*? / Straße', [
      { text: 'Write code' },
      { text: 'First try' },
      { text: code, role: 'assistant', parent: 0 },
      { text: 'Cut off:', role: 'user', parent: 2 },
      { text: '```\nopen', role: 'assistant', parent: 3 },
    ]);
    const shown = { leaf_id: messageIds[4] };
    await callJson(server, cookie, 'PATCH', `/api/chat/conversations/${id}`, shown);
    const response = await server.fetch(exportPath('markdown', id), { cookie });
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Wie-1-geht-Stra-e.md"; filename*=UTF-8''Wie%20%231%20geht%20Stra%C3%9Fe.md`,
    );
    expect(await response.text()).toBe(
      [
        '# Wie \\#1 \\*geht\\*? / Straße',
        '2026-01-02 03:04 UTC',
        '## You · 2026-01-02 03:04 UTC',
        'Write code',
        '## Assistant · 2026-01-02 03:04 UTC',
        code,
        '## You · 2026-01-02 03:04 UTC',
        'Cut off:',
        '## Assistant · 2026-01-02 03:04 UTC',
        '```\nopen\n```\n',
      ].join('\n\n'),
    );
  });

  it('names who answered, and tells what was not answered', async () => {
    const { cookie } = await server.signIn(10);
    const first = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    const conversationId = first.accepted?.conversation_id ?? '';
    await readAll(await ask(server, cookie, { conversationId, text: 'sandbox: fail 500' }));
    const text = await (
      await server.fetch(exportPath('markdown', conversationId), { cookie })
    ).text();
    expect(text).toContain('## gpt-4o-mini · ');
    expect(text).toContain(first.text.trim());
    expect(text).toContain('*No answer*');
    const json = JSON.parse(
      await (await server.fetch(exportPath('json', conversationId), { cookie })).text(),
    ) as { conversations: { messages: { state?: string; model?: string }[] }[] };
    expect(json.conversations[0]?.messages.map(({ state, model }) => [state, model])).toEqual([
      [undefined, undefined],
      ['finished', 'gpt-4o-mini'],
      [undefined, undefined],
      ['failed', 'gpt-4o-mini'],
    ]);
  });

  it('of all is one file that another account can import, branches and all', async () => {
    const { cookie } = await server.signIn();
    const tree = toExport('Tree', [
      { text: 'q' },
      { text: 'a1' },
      { text: 'a2', role: 'assistant', parent: 0 },
      { text: 'q2', role: 'user', parent: 1 },
      { text: '\ud83d\ude00 "quotes" \\ \n<b>', role: 'assistant', parent: 3 },
    ]);
    tree.leaf_id = tree.messages[2]?.id ?? null;
    const many = Array.from({ length: 60 }, (_, place) => toExport(`N ${place}`, [{ text: 'x' }]));
    expect(await send(cookie, exportOf([tree, ...many]))).toMatchObject({ imported: 61 });
    const response = await server.fetch(exportPath('json'), { cookie });
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="dolores-conversations-\d{4}-\d\d-\d\d\.json"/,
    );
    const file = await response.text();
    const other = await server.signIn();
    expect(await send(other.cookie, JSON.parse(file))).toEqual({
      imported: 61,
      unchanged: 0,
      rejected: [],
    });
    const again = Buffer.from(file) as Uint8Array<ArrayBuffer>;
    expect(await send(other.cookie, again)).toMatchObject({ imported: 0, unchanged: 61 });
    // Its own are known by their ids.
    expect(await send(cookie, again)).toMatchObject({ imported: 0, unchanged: 61 });
    const [mine, theirs] = await Promise.all(
      [cookie, other.cookie].map(async (who) => {
        const found = (await readAllOf(who)).find(({ title }) => title === 'Tree');
        return found && { ...treeOf(found), created: found.created, target: found.target };
      }),
    );
    expect(theirs).toEqual(mine);
    expect(mine?.leaf).toBe('a2');
    const markdown = await (await server.fetch(exportPath('markdown'), { cookie })).text();
    expect(markdown.match(/^# /gm)).toHaveLength(61);
  });

  it('is refused to others, and of nothing is an empty file', async () => {
    const { cookie } = await server.signIn();
    const { id } = await storeConversation(server, cookie, 'Mine', [{ text: 'x' }]);
    const stranger = await server.signIn();
    expect((await server.fetch(exportPath('json', id), { cookie: stranger.cookie })).status).toBe(
      404,
    );
    const empty = await server.fetch(exportPath('json'), { cookie: stranger.cookie });
    expect(await empty.json()).toMatchObject({ conversations: [] });
    expect((await server.fetch(exportPath('json'))).status).toBe(401);
    expect((await server.fetch(exportPath('pdf'), { cookie })).status).toBe(400);
  });
});

describe('an import', () => {
  it('of ChatGPT’s export keeps branches, times and what is shown, without what was hidden', async () => {
    const { cookie } = await server.signIn(10);
    expect(await send(cookie, [breadConversation])).toEqual({
      imported: 1,
      unchanged: 0,
      rejected: [],
    });
    const [found] = await readAllOf(cookie);
    const question = '[image]\n\nHow much water for this flour?\n\n[flour.jpg]';
    const answer = '```python\nprint(500 * 0.7)\n```\n\n```\n350.0\n```\n\nTake **350 g**.';
    expect(found && treeOf(found)).toEqual({
      leaf: '10 g',
      tree: [
        ['user', question, undefined],
        ['assistant', answer, question],
        ['assistant', 'About 340 g.', question],
        ['user', 'And salt?', answer],
        ['assistant', '10 g', 'And salt?'],
        ['user', 'And sugar?', answer],
        ['assistant', 'None', 'And sugar?'],
      ],
    });
    expect(found).toMatchObject({
      title: 'Baking bread',
      target: { model: 'gpt-4o-mini' },
      created: '2026-01-02T03:04:05.250Z',
      updated: '2026-01-02T04:04:05.250000Z',
    });
    expect(found?.messages.every((message) => message.answer === null)).toBe(true);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    // It goes on like any other.
    const next = await readAll(
      await ask(server, cookie, { conversationId: found?.id, text: 'sandbox: fast 3' }),
    );
    expect(next.end?.state).toBe('finished');
  });

  it('takes the ZIP as it is downloaded, however it was packed, and its parts', async () => {
    const other = { ...breadConversation, conversation_id: 'other', title: 'Part two' };
    const content = strToU8(JSON.stringify([breadConversation]));
    const zip = zipSync({
      'chat.html': strToU8('<html></html>'.repeat(1_000)),
      'shared_conversations.json': strToU8('[{"title":"not me"}]'),
      'export/conversations-000.json': content,
      'export/conversations-001.json': [strToU8(JSON.stringify([other])), { level: 0 }],
    });
    const { cookie } = await server.signIn();
    expect(await send(cookie, zip)).toEqual({ imported: 2, unchanged: 0, rejected: [] });
    const streamed = streamedZip({
      'user.json': strToU8('{}'),
      'conversations.json': content,
    });
    expect(await send(cookie, streamed)).toEqual({ imported: 0, unchanged: 1, rejected: [] });
  });

  it('chooses the model or GPT where it is known here, else the default one', async () => {
    const { cookie } = await server.signIn();
    const withTarget = (id: string, more: object) => ({
      ...breadConversation,
      conversation_id: id,
      ...more,
    });
    await send(cookie, [
      withTarget('1', { title: 'known', default_model_slug: 'gpt-4-turbo' }),
      withTarget('2', { title: 'unknown', default_model_slug: 'o9-ultra' }),
      withTarget('3', { title: 'gpt', gizmo_id: 'g-baker' }),
      withTarget('4', { title: 'private', gizmo_id: 'g-private' }),
      withTarget('5', { title: 'picture', default_model_slug: 'dall-e-3' }),
    ]);
    const targets = Object.fromEntries(
      (await readAllOf(cookie)).map(({ title, target }) => [title, target]),
    );
    expect(targets).toEqual({
      known: { model: 'gpt-4-turbo' },
      unknown: { model: 'gpt-4o-mini' },
      gpt: { gpt: 'g-baker' },
      private: { model: 'gpt-4o-mini' },
      picture: { model: 'gpt-4o-mini' },
    });
  });

  it('takes what can be read and says why the rest cannot', async () => {
    const { cookie } = await server.signIn();
    const report = await send(cookie, [
      { title: 'No mapping' },
      'text',
      null,
      { ...breadConversation, mapping: {}, title: 'Empty', conversation_id: 'empty' },
      chatGptConversation(
        {
          a: { parent: 'b', role: 'user', parts: ['x'] },
          b: { parent: 'a', role: 'assistant', parts: ['y'] },
        },
        { title: 'Circle', conversation_id: 'circle' },
      ),
      chatGptConversation(
        { a: { parent: null, role: 'user', parts: ['x'.repeat(400_001)] } },
        { title: 'Too long', conversation_id: 'long' },
      ),
      chatGptConversation(
        Object.fromEntries(
          Array.from({ length: 4_001 }, (_, place) => [
            `n${place}`,
            {
              parent: place === 0 ? null : `n${place - 1}`,
              role: place % 2 === 0 ? ('user' as const) : ('assistant' as const),
              parts: ['x'],
            },
          ]),
        ),
        { title: 'Too many', conversation_id: 'many' },
      ),
      {
        ...breadConversation,
        title: '',
        create_time: null,
        update_time: 'x',
        conversation_id: 'odd',
      },
      {
        ...breadConversation,
        create_time: 1e300,
        conversation_id: 'future',
        title: 'a\u0000b\ud800',
      },
    ]);
    expect(report).toMatchObject({ imported: 2, unchanged: 0 });
    expect(report.rejected.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
      'No mapping: It has no mapping of messages',
      ': It has no mapping of messages',
      ': It has no mapping of messages',
      'Empty: It has no messages',
      'Circle: It has no messages',
      'Too long: A message has more than 400000 characters',
      'Too many: It has more than 4000 messages',
    ]);
    const titles = (await readAllOf(cookie)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['[image]', 'ab\ufffd'].toSorted());
  });

  it.each([
    ['nothing', '', 'invalid_input'],
    ['text', 'hello', 'invalid_input'],
    ['another JSON', '{"a":1}', 'invalid_input'],
    ['a gzipped file', gzipSync('[]'), 'invalid_input'],
    ['a ZIP of other things', zipSync({ 'a.txt': strToU8('a') }), 'invalid_input'],
    [
      'half a ZIP',
      zipSync({ 'conversations.json': strToU8(JSON.stringify([breadConversation])) }).slice(0, 200),
      'invalid_input',
    ],
    ['a damaged ZIP', damaged(), 'invalid_input'],
  ])('refuses %s', async (_, body, code) => {
    const { cookie } = await server.signIn();
    const response = await importFile(server, cookie, body as string);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('refuses a ZIP that unpacks to very much, without unpacking it', async () => {
    const { cookie } = await server.signIn();
    const bomb = zipBomb(40);
    expect(bomb.length).toBeLessThan(100_000);
    const refused = await importFile(server, cookie, bomb);
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { code: 'too_large' } },
    ]);
  });

  it('refuses more than 100 MB before anything of it arrives', async () => {
    const { cookie } = await server.signIn();
    const url = new URL('/api/chat/import', server.url);
    const headers = { origin: server.url, cookie, 'content-length': '100000001' };
    const asked = request(url, { method: 'POST', agent: false, headers });
    asked.flushHeaders();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    asked.on('error', () => undefined).destroy();
  });

  it('of the same file at once stores every conversation once, and brings back what was deleted', async () => {
    const { cookie, userId } = await server.signIn();
    const files = Array.from({ length: 4 }, () =>
      importFile(server, cookie, JSON.stringify([breadConversation])),
    );
    const statuses = (await Promise.all(files)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(await readAllOf(cookie)).toHaveLength(1);
    await callJson(server, cookie, 'DELETE', '/api/chat/conversations');
    expect(await send(cookie, [breadConversation])).toMatchObject({ imported: 1 });
    expect(await readAllOf(cookie)).toHaveLength(1);
    const { rows } = await server.database.query.execute<{ count: number }>(
      sql`select count(*)::int as count from conversation where user_id = ${userId}`,
    );
    expect(rows[0]?.count).toBe(1);
  });

  it('needs somebody who is signed in', async () => {
    expect((await importFile(server, '', '[]')).status).toBe(401);
  });
});

function damaged(): Uint8Array {
  const zip = zipSync({ 'conversations.json': strToU8(JSON.stringify([breadConversation])) });
  zip.fill(0xff, 60, 400);
  return zip;
}

/** A ZIP with so many megabytes of blanks: one packed megabyte, again and again. */
function zipBomb(megabytes: number): Uint8Array<ArrayBuffer> {
  const block = deflateRawSync(Buffer.alloc(1_000_000, ' '), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const name = Buffer.from('conversations.json');
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  // Sizes that follow the content, which is deflated.
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(name.length, 26);
  const blocks = Array.from({ length: megabytes }, () => block);
  return new Uint8Array(Buffer.concat([header, name, ...blocks, Buffer.from([3, 0])]));
}

/** A ZIP whose sizes follow the files, as programs write it that do not know them before. */
function streamedZip(files: Record<string, Uint8Array<ArrayBuffer>>): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, content] of Object.entries(files)) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    entry.push(content, true);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(parts));
}
