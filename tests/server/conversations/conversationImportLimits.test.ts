import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatGptConversation } from '../../fixtures/chatGptExport.ts';
import { type GivenMessage, exportOf, toExport } from '../../fixtures/conversationExport.ts';
import { callJson, importInto, readConversations } from '../../setup/conversations.ts';
import { isLongRun } from '../../setup/longRuns.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

/** The largest conversation that is kept whole. */
const [messagesAtMost, charactersAtMost] = [4_000, 400_000];

const nothing = {
  imported: 0,
  unchanged: 0,
  shortened: 0,
  long_count: 0,
  long: [],
  left_out: [],
  unread: null,
  rejected_count: 0,
  rejected: [],
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

describe('an import of a conversation that is too large', () => {
  it.each([
    ['4,001 messages of our own export', 4_001, ownFile] as const,
    ['20,000 messages of ChatGPT', 20_000, chatGptFile] as const,
    ...(isLongRun
      ? [
          ['20,000 messages of our own export', 20_000, ownFile] as const,
          ['4,001 messages of ChatGPT', 4_001, chatGptFile] as const,
        ]
      : []),
  ])(
    'keeps the newest of %s, reports it, and is unchanged by another import',
    async (_, count, makeFile) => {
      const { cookie } = await server.signIn();
      const content = makeFile(count);
      const long = [{ title: 'Long', messages: messagesAtMost, sent: 1_000 }];
      const report = await importInto(server, cookie, content);
      expect(report).toEqual({ ...nothing, imported: 1, shortened: 1, long_count: 1, long });
      const [found] = await readConversations(server, cookie);
      const expected = Array.from({ length: messagesAtMost }, (_unused, place) => [
        `Message ${count - messagesAtMost + place}`,
        place === 0 ? null : found?.messages[place - 1]?.id,
      ]);
      expect(found?.messages.map(({ text, parent_id: parent }) => [text, parent])).toEqual(
        expected,
      );
      expect(await importInto(server, cookie, content)).toEqual({ ...nothing, unchanged: 1 });
      const [again] = await readConversations(server, cookie);
      expect(again).toEqual(found);
    },
  );

  it('keeps the shown branch first, then the others with the messages that they follow', async () => {
    const { cookie } = await server.signIn();
    // 3,000 messages that are shown; two newer branches of 900, and one of 600, from the second message.
    const messages: GivenMessage[] = numbered(3_000, 'Shown', 0);
    for (const [count, name] of [
      [600, 'Older'],
      [900, 'Newer'],
    ] as const) {
      const [first, ...rest] = numbered(count, name, messages.length);
      messages.push({ ...first, text: first?.text ?? '', parent: 1 }, ...rest);
    }
    const given = toExport('Branches', messages);
    const file = exportOf([{ ...given, leaf_id: given.messages[2_999]?.id }]);
    expect(await importInto(server, cookie, file)).toMatchObject({ imported: 1, shortened: 1 });
    const [found] = await readConversations(server, cookie);
    const texts = found?.messages.map(({ text }) => text) ?? [];
    const countOf = (name: string) => texts.filter((text) => text.startsWith(name)).length;
    expect([countOf('Shown'), countOf('Newer'), countOf('Older')]).toEqual([3_000, 900, 0]);
    const byId = new Map(found?.messages.map(({ id, text }) => [id, text]));
    const parents = found?.messages.map(({ parent_id: parent }) => byId.get(parent ?? ''));
    expect(byId.get(found?.leaf_id ?? '')).toBe('Shown 2999');
    expect(parents?.[texts.indexOf('Newer 3600')]).toBe('Shown 1');
    expect(parents?.filter((parent) => parent === undefined)).toHaveLength(1);
  });

  it('cuts a text at the limit, with a mark at its end', async () => {
    const { cookie } = await server.signIn();
    const fits = 'x'.repeat(charactersAtMost);
    // The limit falls into the middle of a character of two units.
    const tooLong = `${'y'.repeat(charactersAtMost - 6)}🙂🙂🙂🙂`;
    const own = exportOf([
      toExport('Fits', [{ text: 'Question' }, { text: fits }]),
      toExport('Cut', [{ text: 'Question' }, { text: tooLong }]),
    ]);
    const report = await importInto(server, cookie, own);
    expect(report).toEqual({ ...nothing, imported: 2, shortened: 1 });
    const other = chatGptConversation(
      {
        question: { parent: null, role: 'user', parts: ['Question'] },
        // One answer, which came in two messages.
        answer: { parent: 'question', role: 'assistant', parts: ['z'.repeat(300_000)] },
        rest: { parent: 'answer', role: 'assistant', parts: ['z'.repeat(300_000)] },
      },
      { title: 'Joined' },
    );
    expect(await importInto(server, cookie, [other])).toMatchObject({ imported: 1, shortened: 1 });
    const found = await readConversations(server, cookie);
    const answers = new Map(found.map(({ title, messages }) => [title, messages[1]?.text ?? '']));
    expect(answers.get('Fits')).toBe(fits);
    expect(answers.get('Cut')).toBe(`${'y'.repeat(charactersAtMost - 6)}\n\n[…]`);
    expect(answers.get('Joined')).toHaveLength(charactersAtMost);
    expect(answers.get('Joined')).toMatch(/^z+\n\nz+\n\n\[…\]$/);
    expect(await importInto(server, cookie, own)).toEqual({ ...nothing, unchanged: 2 });
  });

  it('leaves out the oldest messages if all together are too long', async () => {
    const { cookie } = await server.signIn();
    const messages = Array.from({ length: 25 }, (_, place) => ({
      text: `${place} ${'x'.repeat(charactersAtMost - 3)}`,
    }));
    const report = await importInto(server, cookie, exportOf([toExport('Heavy', messages)]));
    expect(report).toEqual({ ...nothing, imported: 1, shortened: 1 });
    const [found] = await readConversations(server, cookie);
    expect(found?.messages.map(({ text }) => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: 20 }, (_, place) => 5 + place),
    );
  });
});

describe('an import', () => {
  it('names the reason for an unreadable conversation by a code, with its title or line', async () => {
    const { cookie } = await server.signIn();
    const message = { id: 'a', parent_id: null, role: 'user', text: 'Hi' };
    const of = (title: string, messages: unknown) => ({ id: title, title, messages });
    const conversations = [
      of('Good', [message]),
      { title: 'No id', messages: [message] },
      of('No messages', []),
      of('No role', [{ ...message, role: 'system' }]),
      of('Twice', [message, message]),
      of('No parent', [message, { ...message, id: 'b', parent_id: 'c' }]),
      of('Countless', Array(100_001).fill(0)),
    ].map((conversation) => JSON.stringify(conversation));
    const file = [
      '{"format": "dolores-conversations-1", "conversations": [',
      [...conversations, '{ broken }', `"${'x'.repeat(16_000_001)}"`].join(',\n'),
      ']}',
    ].join('\n');
    expect(await importInto(server, cookie, new TextEncoder().encode(file))).toEqual({
      ...nothing,
      imported: 1,
      rejected_count: 8,
      rejected: [
        { title: 'No id', line: null, reason: 'unknown_form' },
        { title: 'No messages', line: null, reason: 'no_messages' },
        { title: 'No role', line: null, reason: 'broken_messages' },
        { title: 'Twice', line: null, reason: 'broken_messages' },
        { title: 'No parent', line: null, reason: 'broken_messages' },
        { title: 'Countless', line: null, reason: 'too_large' },
        { title: '', line: 9, reason: 'damaged' },
        { title: '', line: 10, reason: 'too_large' },
      ],
    });
    const cut = new TextEncoder().encode(JSON.stringify(exportOf([of('Other', [message])])));
    expect(await importInto(server, cookie, cut.slice(0, -20))).toEqual({
      ...nothing,
      rejected_count: 1,
      rejected: [{ title: '', line: 1, reason: 'damaged' }],
    });
  });

  it('reads 20,000 conversations and reports that there are more', async () => {
    const { cookie } = await server.signIn();
    const conversation = toExport('The last one that is read', [{ text: 'Hi' }]);
    const unread = toExport('One more', [{ text: 'Hi' }]);
    const file = exportOf([...Array(19_999).fill(null), conversation, unread]);
    const report = await importInto(server, cookie, file);
    expect(report).toMatchObject({ imported: 1, unread: 'conversations' });
    expect(report.rejected, 'the first hundred').toHaveLength(100);
    expect(report.rejected_count).toBe(19_999);
    const titles = (await readConversations(server, cookie)).map(({ title }) => title);
    expect(titles).toEqual(['The last one that is read']);
  });

  it('stops when it takes too long, and continues when the file is sent again', async () => {
    const { cookie } = await server.signIn();
    const now = server.platform.now;
    const all = Array.from({ length: 90 }, (_, place) => toExport(`${place}`, [{ text: 'Hi' }]));
    let seconds = 0;
    // Every look at the clock is a second later than the one before.
    server.platform.now = () => new Date(now().getTime() + (seconds += 1) * 1_000);
    const first = await importInto(server, cookie, exportOf(all)).finally(() => {
      server.platform.now = now;
    });
    expect(first.unread).toBe('time');
    expect(first.imported).toBeGreaterThan(0);
    expect(first.imported).toBeLessThan(all.length);
    expect(await importInto(server, cookie, exportOf(all))).toEqual({
      ...nothing,
      imported: all.length - first.imported,
      unchanged: first.imported,
    });
    const { json } = await callJson<{ items: unknown[] }>(
      server,
      cookie,
      'GET',
      '/api/chat/conversations?size=100',
    );
    expect(json.items).toHaveLength(all.length);
  });
});

function ownFile(count: number): unknown {
  return exportOf([toExport('Long', numbered(count, 'Message', 0))]);
}

function chatGptFile(count: number): unknown {
  const nodes = numbered(count, 'Message', 0).map(({ text }, place) => {
    const role = place % 2 === 0 ? ('user' as const) : ('assistant' as const);
    const parent = place === 0 ? 'root' : `n${place - 1}`;
    return [`n${place}`, { parent, role, parts: [text] }] as const;
  });
  const all = { root: { parent: null }, ...Object.fromEntries(nodes) };
  return [chatGptConversation(all, { title: 'Long' })];
}

/** Messages that say their place; roles take turns. */
function numbered(count: number, name: string, start: number): GivenMessage[] {
  return Array.from({ length: count }, (_, place) => ({ text: `${name} ${start + place}` }));
}
