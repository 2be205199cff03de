import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText } from '#domain/texts/foldText.ts';
import { fillConversationSearch } from '#server/services/conversations/search/storeLexemes.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { exportOf, toExport } from '../../fixtures/conversationExport.ts';
import { callJson, importFile, storeConversation } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { times } from '../../setup/longRuns.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

type Part = { text: string; hit: boolean };
type Found = {
  items: {
    conversation: { id: string; title: string };
    title: Part[];
    hits: { message_id: string; role: string; excerpt: Part[] }[];
  }[];
  has_more: boolean;
};

async function search(cookie: string, query: string, page = 1): Promise<Found> {
  const path = `/api/chat/search?${new URLSearchParams({ query, page: String(page) }).toString()}`;
  const { status, json } = await callJson<Found>(server, cookie, 'GET', path);
  expect(status).toBe(200);
  return json;
}

const hitsOf = (parts: readonly Part[] = []) =>
  parts.filter(({ hit }) => hit).map(({ text }) => text);
const textOf = (parts: readonly Part[] = []) => parts.map(({ text }) => text).join('');

describe('the search of conversations', () => {
  it.each([
    ['wie geht strasse', 'Wie geht Straße?', ['Wie', 'geht', 'Straße']],
    ['da nang', 'Đi Đà Nẵng bằng gì?', ['Đà', 'Nẵng']],
    ['인공지', '인공지능이란 무엇인가요', ['인공지']],
    ['机器学习', '我想了解机器学习的基础', ['机器学习']],
    ['東京', '来週、東京へ行きます', ['東京']],
    ['机器学习', '我想了解機器學習的基礎', ['機器學習']],
    ['頭髮', '怎样护理头发', ['头发']],
    ['发', '夏天的頭髮', ['髮']],
    ['chatgpt', 'Ask Chat-GPT about it', ['Chat-GPT']],
    ['reader', 'The class PDFReader fails', ['Reader']],
    ['asyncio conc', 'asyncio runs things concurrently', ['asyncio', 'conc']],
    ['c++', 'Templates in C++ are hard', ['C++']],
    ['🦀', 'I like 🦀 very much', ['🦀']],
    ['ＦＵＬＬ wi', 'full width letters', ['full', 'wi']],
  ])('finds %s in %s, and marks it', async (query, text, marked) => {
    const { cookie } = await server.signIn();
    const { id, messageIds } = await storeConversation(server, cookie, 'Untitled', [{ text }]);
    await storeConversation(server, cookie, 'Else', [{ text: 'Something different' }]);
    const { items } = await search(cookie, query);
    expect(items.map(({ conversation }) => conversation.id)).toEqual([id]);
    expect(items[0]?.hits.map(({ message_id: message }) => message)).toEqual(messageIds);
    expect(hitsOf(items[0]?.hits[0]?.excerpt)).toEqual(marked);
    expect(textOf(items[0]?.hits[0]?.excerpt)).toBe(text);
  });

  it('finds questions, answers and titles at once', async () => {
    const { cookie } = await server.signIn(10);
    const asked = await readAll(await ask(server, cookie, { text: 'sandbox: fast 6 zebra' }));
    const id = asked.accepted?.conversation_id ?? '';
    const answered = /\p{L}{4,}/u.exec(asked.text)?.[0] ?? '';
    const ids = async (query: string) =>
      (await search(cookie, query)).items.map(({ conversation }) => conversation.id);
    expect(await ids('zebra')).toEqual([id]);
    expect(await ids(answered)).toEqual([id]);
    await callJson(server, cookie, 'PATCH', `/api/chat/conversations/${id}`, { title: 'Giraffe' });
    const [found] = (await search(cookie, 'giraf')).items;
    expect([hitsOf(found?.title), found?.hits]).toEqual([['Giraf'], []]);
    await callJson(server, cookie, 'DELETE', `/api/chat/conversations/${id}`);
    expect(await ids('giraffe')).toEqual([]);
  });

  it('finds nothing of others and nothing without words, and treats signs as text', async () => {
    const { cookie } = await server.signIn();
    const stranger = await server.signIn();
    await storeConversation(server, stranger.cookie, 'Secret plan', [
      { text: "it's a 'secret\\' :* & | !" },
    ]);
    for (const query of ['secret', "'", "' | 'secret", '\\', ':*', '&', '!!', 'se:*', '%']) {
      expect((await search(cookie, query)).items).toEqual([]);
    }
    expect((await search(stranger.cookie, "'secret\\' :*")).items).toHaveLength(1);
    const wrong = await server.fetch('/api/chat/search?query=', { cookie });
    expect(wrong.status).toBe(400);
  });

  it('shows the last used conversation first, page by page, three hits of each', async () => {
    const { cookie, userId } = await server.signIn();
    const conversations = Array.from({ length: 23 }, (_, place) =>
      toExport(
        `Haystack ${place}`,
        Array.from({ length: 5 }, () => ({ text: `needle ${place}` })),
      ),
    );
    await importFile(server, cookie, JSON.stringify(exportOf(conversations)));
    await server.database.query.execute(
      sql`update conversation set updated = timestamptz '2026-01-01Z' + substring(title from '\\d+$')::int * interval '1 day'
        where user_id = ${userId}`,
    );
    const first = await search(cookie, 'needle');
    const second = await search(cookie, 'needle', 2);
    const titles = [...first.items, ...second.items].map(({ conversation }) => conversation.title);
    expect(titles).toEqual(Array.from({ length: 23 }, (_, place) => `Haystack ${22 - place}`));
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    expect(first.items.every(({ hits }) => hits.length === 3)).toBe(true);
  });

  it('cuts the text around a hit at words, and never inside a character', async () => {
    const { cookie } = await server.signIn();
    const text = `${'😀'.repeat(300)}needle${'🚀'.repeat(300)} ${'word '.repeat(100)}thread ${'more '.repeat(100)}`;
    await storeConversation(server, cookie, 'Long', [{ text }]);
    for (const query of ['needle', 'thread']) {
      const [found] = (await search(cookie, query)).items;
      const excerpt = textOf(found?.hits[0]?.excerpt);
      expect(hitsOf(found?.hits[0]?.excerpt)).toEqual([query]);
      expect(excerpt.length).toBeLessThan(210);
      expect(excerpt.isWellFormed()).toBe(true);
    }
  });

  it('indexes old conversations, in several processes at once, with their newest titles', async () => {
    const { cookie } = await server.signIn();
    const made = await storeConversation(server, cookie, 'Old title', [{ text: 'ancient words' }]);
    await server.database.query.execute(
      sql`delete from conversation_search where conversation_id = ${made.id}`,
    );
    expect((await search(cookie, 'ancient')).items).toEqual([]);
    await callJson(server, cookie, 'PATCH', `/api/chat/conversations/${made.id}`, {
      title: 'New one',
    });
    await Promise.all([
      fillConversationSearch(server.database),
      fillConversationSearch(server.database),
    ]);
    expect(await fillConversationSearch(server.database)).toBe(0);
    for (const query of ['ancient', 'new one']) {
      expect((await search(cookie, query)).items).toHaveLength(1);
    }
    expect((await search(cookie, 'title')).items).toEqual([]);
  });

  it('takes texts with more words than one row can hold', async () => {
    const { cookie } = await server.signIn();
    const letters = (number: number) =>
      number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[+digit] ?? '');
    const long = Array.from(
      { length: 30_000 },
      (_, place) => `${letters(place)}${'ñ'.repeat(5)}`,
    ).join(' ');
    const chinese = Array.from({ length: 90_000 }, (_, place) =>
      String.fromCodePoint(0x4e00 + ((place * 7_919) % 20_000)),
    ).join('');
    await storeConversation(server, cookie, 'Long', [{ text: long }, { text: chinese }]);
    expect((await search(cookie, chinese.slice(10, 14))).items).toHaveLength(1);
  });

  it('finds a message by any of its words, with an unfinished last one', async () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abcdeéïßøABCÀÖ'), minLength: 1, maxLength: 9 }),
      fc.string({
        unit: fc.constantFrom(...'人工智能机器学习日本語ひらがな한국어'),
        minLength: 1,
        maxLength: 6,
      }),
      fc.string({ unit: fc.constantFrom(...'абвгдёйאבגابت'), minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 9_999 }).map(String),
    );
    const gap = fc.constantFrom(' ', ', ', '\n', ' – ', '. ', ' (', ') ');
    const phrases = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(phrases, fc.nat(), fc.nat(), async (parts, from, size) => {
        const { cookie } = await server.signIn();
        const text = parts.flat().join('').trim();
        const { id } = await storeConversation(server, cookie, 'Property', [{ text: `x ${text}` }]);
        const start = from % parts.length;
        const words = parts.slice(start, start + 1 + (size % 6)).map(([one]) => one);
        const last = [...(words.pop() ?? '')];
        words.push(last.slice(0, Math.max(1, last.length - (size % 3))).join(''));
        const query = foldText(words.join(' '));
        const found = (await search(cookie, query)).items.map(
          ({ conversation }) => conversation.id,
        );
        expect(found).toEqual([id]);
      }),
      { numRuns: times(20, 60) },
    );
  });
});
