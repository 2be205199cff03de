import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { $archived, loadArchived, putBack } from '#stores/conversations/archived.ts';
import { archiveConversation } from '#stores/conversations/conversationChanges.ts';
import { $conversations } from '#stores/conversations/conversations.ts';
import {
  $deleted,
  loadDeleted,
  loadMoreDeleted,
  purgeAllDeleted,
  purgeDeleted,
  restoreDeleted,
} from '#stores/conversations/recentlyDeleted.ts';
import { deleteTemporary, openTemporary } from '#stores/conversations/temporary.ts';
import { editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { enqueue } from '#stores/drafts/queue.ts';
import { $thread, newThread } from '#stores/thread/thread.ts';
import { type FakeApi, hangUp, json, startFakeApi } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

const time = '2026-01-02T03:04:05.000Z';

function card(digit: number) {
  const id = `${digit}1111111-1111-4111-8111-111111111111`;
  const target = { model: 'gpt-4o-mini' };
  return { id, title: `Talk ${digit}`, target, pinned: false, created: time, updated: time };
}

const list = (...items: object[]) => json({ pinned: [], items });
const ids = () => {
  const shown = $conversations.get();
  return shown.state === 'ready' ? shown.items.map(({ id }) => id) : [];
};

beforeEach(() =>
  $conversations.set({
    state: 'ready',
    items: [card(1), card(2)],
    hasMore: false,
    loadingMore: false,
  }),
);

describe('archiving', () => {
  it('removes a conversation from the list, and puts it back after a failure', async () => {
    api.answer(json(card(1)));
    await archiveConversation(card(1));
    expect(ids()).toEqual([card(2).id]);
    expect(JSON.parse(api.seen[0]?.body ?? '')).toEqual({ archived: true });
    api.answer(hangUp);
    await archiveConversation(card(2));
    expect(ids()).toEqual([card(2).id]);
  });

  it('is undone from the list of archived ones', async () => {
    api.answer(list(card(1)), json(card(1)), list(card(1), card(2)));
    await loadArchived();
    expect($archived.get().items).toHaveLength(1);
    expect(await putBack(card(1))).toBe(true);
    expect($archived.get().items).toEqual([]);
    expect(api.seen[0]?.path).toContain('archived=true');
  });
});

describe('recently deleted conversations', () => {
  const deleted = (digit: number) => ({ ...card(digit), deleted: time, restorable_until: time });

  it('are loaded page by page, restored one by one, and deleted for good', async () => {
    const page = Array.from({ length: 20 }, (_, index) => deleted((index % 8) + 1));
    api.answer(json({ items: page }), json({ items: [deleted(9)] }));
    await loadDeleted();
    await loadMoreDeleted();
    expect(api.seen[1]?.path).toContain(`after_id=${page.at(-1)?.id}`);
    expect($deleted.get()).toMatchObject({ hasMore: false });
    api.answer(json({ count: 1 }), list(card(9)));
    expect(await restoreDeleted(deleted(9))).toBe(true);
    expect(JSON.parse(api.seen[0]?.body ?? '')).toEqual({ deleted: time, id: card(9).id });
    api.answer(hangUp);
    expect(await purgeDeleted(deleted(1))).toBe(false);
    api.answer(json({ count: 1 }));
    expect(await purgeDeleted(deleted(1))).toBe(true);
    expect($deleted.get().items.some(({ id }) => id === card(1).id)).toBe(false);
  });
});

it('forgets what was typed in conversations that are deleted for good', async () => {
  const stored: Record<string, string> = {};
  stubLocalStorage(stored);
  for (const digit of [1, 2]) {
    openDraft(card(digit).id, undefined);
    enqueue({ text: `Queued ${digit}`, attachments: [] });
    editDraft(`Typed ${digit}`);
  }
  openDraft('elsewhere', undefined);
  expect(Object.keys(stored)).toHaveLength(5);
  const deleted = { ...card(1), deleted: time, restorable_until: time };
  $deleted.set({ ...$deleted.get(), items: [{ ...deleted, id: card(2).id }] });
  api.answer(json({ count: 1 }), json({ count: 1 }), json({ items: [] }));
  await purgeDeleted(deleted);
  await purgeAllDeleted();
  expect(stored).toEqual({});
  vi.unstubAllGlobals();
});

describe('a temporary conversation', () => {
  it('is deleted once, when another one is opened', async () => {
    api.answer(json({ deleted: time, count: 1 }));
    const open = (digit: number) =>
      $thread.set({ ...newThread, conversationId: card(digit).id, title: '' });
    open(1);
    openTemporary(card(1).id);
    open(1);
    expect(api.seen).toEqual([]);
    open(2);
    $thread.set(newThread);
    await expect.poll(() => api.seen.map(({ method }) => method)).toEqual(['DELETE']);
    deleteTemporary(card(3).id);
    await expect.poll(() => api.seen).toHaveLength(2);
  });
});
