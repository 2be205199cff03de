import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  $conversationSearch,
  findConversations,
  findConversationsAgain,
  findMoreConversations,
} from '#stores/conversations/conversationSearch.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';
import { type FakeApi, type Handle, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

it('requests only the last query, and keeps earlier results while it searches', async () => {
  api.answer(found([1], false), found([2], false));
  for (const typed of ['规', '规划', ' 规划旅行 ']) findConversations(typed);
  await shown('规划旅行');
  expect(api.seen.map(({ path }) => path)).toEqual([
    `/api/chat/search?query=${encodeURIComponent('规划旅行')}&page=1`,
  ]);
  findConversations('other');
  expect($conversationSearch.get()).toMatchObject({
    state: 'searching',
    found: { items: [{ conversation: { title: 'Conversation 1' } }] },
  });
  await shown('other');
});

it('cancels the request of an older query', async () => {
  let overtaken = false;
  api.answer((_, response) => void response.on('close', () => (overtaken = true)), found([1]));
  findConversations('slow');
  await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
  findConversations('quick');
  await shown('quick');
  await vi.waitFor(() => expect(overtaken).toBe(true), longWait);
});

it('adds the next page without results that it has already', async () => {
  api.answer(found([1, 2], true), found([2, 3], false));
  findConversations('word');
  await shown('word');
  await findMoreConversations();
  expect($conversationSearch.get()).toMatchObject({
    found: { items: [1, 2, 3].map((number) => item(number)), hasMore: false, page: 2 },
  });
  await findMoreConversations();
  expect(api.seen).toHaveLength(2);
});

it('shows the error, retries, and is idle without a query', async () => {
  api.answer(refuse(503, 'unavailable'));
  findConversations('word');
  await vi.waitFor(
    () =>
      expect($conversationSearch.get()).toMatchObject({
        state: 'failed',
        problem: { key: 'errors.unavailable' },
      }),
    longWait,
  );
  api.answer(found([1]));
  findConversationsAgain();
  await shown('word');
  findConversations('  ');
  expect($conversationSearch.get()).toEqual({ state: 'idle' });
});

function item(number: number) {
  const conversation = makeConversation(number);
  return { conversation, title: [{ text: conversation.title, hit: false }], hits: [] };
}

function found(numbers: readonly number[], hasMore = false): Handle {
  return json({ items: numbers.map(item), has_more: hasMore });
}

async function shown(query: string): Promise<void> {
  await vi.waitFor(
    () => expect($conversationSearch.get()).toMatchObject({ state: 'found', query }),
    longWait,
  );
}
