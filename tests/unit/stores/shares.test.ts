import { afterAll, beforeAll, expect, it } from 'vitest';
import { $shares, type Share, loadShares, makeShare, withdrawShare } from '#stores/shares.ts';
import { $toasts, takeToasts } from '#stores/toasts.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

const conversationId = '5b0c8f6e-1111-4222-8333-444455556666';
const [first, second] = ['a', 'b'].map((letter) => share(letter.repeat(22))) as [Share, Share];

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

it('lists links, adds new ones on top, and knows a link that there was', async () => {
  api.answer(json({ items: [first] }), json(second), json(first));
  await loadShares();
  expect(await makeShare(conversationId)).toEqual({ made: true, share: second });
  expect(shown()).toEqual([second.id, first.id]);
  await makeShare(conversationId);
  expect(shown()).toEqual([first.id, second.id]);
});

it('takes a revoked link off at once, and brings it back when the server refuses', async () => {
  $shares.set({ state: 'ready', items: [first, second] });
  api.answer(json({ id: first.id }));
  const done = withdrawShare(first);
  expect(shown()).toEqual([second.id]);
  await done;
  $shares.set({ state: 'ready', items: [first, second] });
  api.answer(hangUp);
  takeToasts();
  await withdrawShare(second);
  expect(shown()).toEqual([first.id, second.id]);
  expect($toasts.get()).toMatchObject([{ message: { key: 'errors.offline' } }]);
  takeToasts();
});

it('says why a link could not be made', async () => {
  api.answer(refuse(404, 'unknown_conversation'));
  expect(await makeShare(conversationId)).toEqual({
    made: false,
    problem: { key: 'errors.unknown_conversation', values: {} },
  });
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
