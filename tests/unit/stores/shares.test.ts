import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takeToasts } from '#stores/browser/toasts.ts';
import { continueShared } from '#stores/conversations/continueShared.ts';
import {
  $shares,
  type Share,
  loadShares,
  makeShare,
  withdrawShare,
} from '#stores/conversations/shares.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

const conversationId = '5b0c8f6e-1111-4222-8333-444455556666';
const [first, second] = ['a', 'b'].map((letter) => share(letter.repeat(22))) as [Share, Share];

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

it('shows a link that was made before the list of links arrived', async () => {
  const { promise: listed, resolve: list } = Promise.withResolvers<void>();
  api.answer(async (seen, response) => {
    if (seen.method === 'POST') return json(second)(seen, response);
    await listed;
    json({ items: [first] })(seen, response);
  });
  $shares.set({ state: 'loading' });
  const loading = loadShares();
  await makeShare(conversationId);
  expect(shown()).toEqual([second.id]);
  list();
  await loading;
  expect(shown()).toEqual([second.id, first.id]);
});

it('shows a link that was made after the list could not be loaded, and loads the list again', async () => {
  api.answer(hangUp, json(second), json({ items: [second, first] }));
  $shares.set({ state: 'loading' });
  await loadShares();
  expect($shares.get().state).toBe('failed');
  await makeShare(conversationId);
  expect(shown()).toEqual([second.id]);
  await vi.waitFor(() => expect(shown()).toEqual([second.id, first.id]));
});

it('lists links, adds new ones on top, and finds existing ones', async () => {
  api.answer(json({ items: [first] }), json(second), json(first));
  await loadShares();
  expect(await makeShare(conversationId)).toEqual({ made: true, share: second });
  expect(shown()).toEqual([second.id, first.id]);
  await makeShare(conversationId);
  expect(shown()).toEqual([first.id, second.id]);
});

it('keeps a link in the list until the server has revoked it, and never shows it again', async () => {
  $shares.set({ state: 'ready', items: [first, second] });
  api.answer(json({ items: [first, second] }), json({ id: first.id }));
  const load = loadShares();
  const done = withdrawShare(first);
  expect(shown()).toEqual([first.id, second.id]);
  expect(await done).toEqual({ withdrawn: true });
  await load;
  api.answer(json({ items: [first, second] }));
  await loadShares();
  expect(shown()).toEqual([second.id]);
});

it('shows why a link could not be revoked, and keeps it in the list', async () => {
  $shares.set({ state: 'ready', items: [second] });
  api.answer(hangUp);
  expect(await withdrawShare(second)).toMatchObject({ problem: { key: 'errors.offline' } });
  expect(shown()).toEqual([second.id]);
});

it('shows why a link could not be made', async () => {
  api.answer(refuse(404, 'unknown_conversation'));
  expect(await makeShare(conversationId)).toEqual({
    made: false,
    problem: { key: 'errors.unknown_conversation', values: {} },
  });
});

it('shows the number of copied messages of a conversation that is too long', async () => {
  vi.stubGlobal('history', { replaceState: () => undefined });
  const card = makeConversation(1);
  api.answer(json({ ...card, copied_first: 5 }), json(card));
  expect(await continueShared('en', first.id)).toBeUndefined();
  const copied = { key: 'conversations.copiedFirst', values: { count: 5 } };
  expect(takeToasts()).toMatchObject([{ kind: 'info', message: copied }]);
  expect(await continueShared('en', first.id)).toBeUndefined();
  expect(takeToasts()).toEqual([]);
  vi.unstubAllGlobals();
});

function shown(): string[] {
  const shares = $shares.get();
  return shares.state === 'ready' ? shares.items.map(({ id }) => id) : [];
}

function share(id: string): Share {
  return {
    id,
    conversation_id: conversationId,
    title: 'A question',
    path: `/shared/${id}`,
    created: '2026-05-20T12:00:00Z',
  };
}
