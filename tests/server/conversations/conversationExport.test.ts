import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, readAll } from '../../setup/chat.ts';
import { exportOf, toExport } from '../../fixtures/conversationExport.ts';
import {
  callJson,
  importInto,
  readConversations,
  storeConversation,
  treeOf,
} from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

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

  it('names the models, and marks questions without an answer', async () => {
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

  it('of all conversations is one file that another account can import, with branches', async () => {
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
    expect(await importInto(server, cookie, exportOf([tree, ...many]))).toMatchObject({
      imported: 61,
    });
    const response = await server.fetch(exportPath('json'), { cookie });
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="dolores-conversations-\d{4}-\d\d-\d\d\.json"/,
    );
    const file = await response.text();
    const other = await server.signIn();
    expect(await importInto(server, other.cookie, JSON.parse(file))).toEqual({
      imported: 61,
      unchanged: 0,
      shortened: 0,
      long_count: 0,
      long: [],
      left_out: [],
      unread: null,
      rejected_count: 0,
      rejected: [],
    });
    const again = Buffer.from(file) as Uint8Array<ArrayBuffer>;
    expect(await importInto(server, other.cookie, again)).toMatchObject({
      imported: 0,
      unchanged: 61,
    });
    // Its own are known by their ids.
    expect(await importInto(server, cookie, again)).toMatchObject({ imported: 0, unchanged: 61 });
    const [mine, theirs] = await Promise.all(
      [cookie, other.cookie].map(async (who) => {
        const found = (await readConversations(server, who)).find(({ title }) => title === 'Tree');
        return found && { ...treeOf(found), created: found.created, target: found.target };
      }),
    );
    expect(theirs).toEqual(mine);
    expect(mine?.leaf).toBe('a2');
    const markdown = await (await server.fetch(exportPath('markdown'), { cookie })).text();
    expect(markdown.match(/^# /gm)).toHaveLength(61);
  });

  it('is refused to others, and is an empty file without conversations', async () => {
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
