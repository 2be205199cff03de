import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { renameConversation } from '#stores/conversations/conversationChanges.ts';
import { $conversations } from '#stores/conversations/conversations.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { $route } from '#stores/route/route.ts';
import { currentThread } from '#stores/thread/thread.ts';
import { conversationId } from '../../fixtures/answer.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';
import { branchingMessages, storedConversation } from '../../fixtures/thread.ts';
import { type FakeApi, json, startFakeApi } from '../../setup/fakeApi.ts';

const target = { group: 'openai', model: 'gpt-4o-mini' } as const;
let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => {
  vi.unstubAllGlobals();
  return api.close();
});

it('renames the open conversation if the list has not loaded it', async () => {
  vi.stubGlobal('history', { replaceState: () => undefined });
  const items = [makeConversation(1)];
  $conversations.set({ state: 'ready', items, hasMore: true, loadingMore: false });
  api.answer(json(storedConversation(branchingMessages)));
  await openThread(target, conversationId);
  const path = `/en/chat/openai/gpt-4o-mini/c/${conversationId}`;
  const route = { path, language: 'en', screen: 'chat', target, text: undefined } as const;
  $route.set({ ...route, conversationId });
  api.answer(json(makeConversation(2, { id: conversationId, title: 'New' })));
  await renameConversation(conversationId, 'New');
  expect(api.seen.at(-1)).toMatchObject({ method: 'PATCH' });
  expect(currentThread()?.title).toBe('New');
  // The page of the list to which it belongs is loaded later.
  expect($conversations.get()).toMatchObject({ items });
});
