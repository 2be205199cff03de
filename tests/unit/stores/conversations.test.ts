import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deleteAllConversations,
  deleteConversation,
  pinConversation,
  renameConversation,
} from '#stores/conversations/conversationChanges.ts';
import { $activity, $hasUnread, markEnded, markRunning } from '#stores/conversations/activity.ts';
import {
  $conversations,
  type ConversationCard,
  loadConversations,
  pageSize,
} from '#stores/conversations/conversations.ts';
import { loadMoreConversations, moveToTop } from '#stores/conversations/listChanges.ts';
import { countConversations } from '#stores/conversations/countConversations.ts';
import { $thread, newThread } from '#stores/thread/thread.ts';
import { $toasts, takeToasts } from '#stores/browser/toasts.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';
import {
  type FakeApi,
  type Handle,
  hangUp,
  json,
  refuse,
  startFakeApi,
} from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

const deleted = '2026-05-20T12:00:00.123456Z';
const [one, two, three] = [1, 2, 3].map((number) => makeConversation(number)) as [
  ConversationCard,
  ConversationCard,
  ConversationCard,
];

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  takeToasts();
  show([one, two, three]);
});

afterAll(() => {
  $conversations.set({ state: 'loading' });
  return api.close();
});

describe('the list', () => {
  it('loads page by page, each from the end of the last', async () => {
    $conversations.set({ state: 'loading' });
    const pages = [many(0, pageSize), many(pageSize, 2)];
    const pinned = makeConversation(900, { pinned: true });
    api.answer(page(pages[0] ?? [], [pinned]), page(pages[1] ?? []));
    await loadConversations();
    expect($conversations.get()).toMatchObject({ state: 'ready', hasMore: true });
    await loadMoreConversations();
    expect(ids()).toEqual([pinned, ...pages.flat()].map(({ id }) => id));
    expect($conversations.get()).toMatchObject({ hasMore: false, loadingMore: false });
    const before = pages[0]?.at(-1)?.updated ?? '';
    expect(api.seen[1]?.path).toContain(`before=${encodeURIComponent(before)}`);
  });

  it('shows which answers run, and which have ended unseen, unless the page knows more', async () => {
    api.answer(
      page([
        { ...one, running: true },
        { ...two, running: false },
      ]),
    );
    await loadConversations();
    expect($activity.get()).toEqual({ [one.id]: 'running' });
    api.answer((seen, response) => {
      markRunning(two.id);
      return page([
        { ...one, running: false },
        { ...two, running: false },
      ])(seen, response);
    });
    await loadConversations();
    expect($activity.get()).toEqual({ [one.id]: 'unread', [two.id]: 'running' });
    $activity.set({});
  });

  it('shows that older ones could not be loaded, and retries', async () => {
    $conversations.set({
      state: 'ready',
      items: many(0, pageSize),
      hasMore: true,
      loadingMore: false,
    });
    api.answer(hangUp);
    await loadMoreConversations();
    expect($conversations.get()).toMatchObject({ moreFailed: true, hasMore: true });
    api.answer(page(many(pageSize, 1)));
    await loadMoreConversations();
    expect(ids()).toHaveLength(pageSize + 1);
    expect($conversations.get()).toMatchObject({ hasMore: false });
  });

  it('keeps older pages when the newest one is loaded again, without deleted ones', async () => {
    const all = many(0, pageSize + 2);
    $conversations.set({ state: 'ready', items: all, hasMore: false, loadingMore: false });
    const [gone, ...left] = all.slice(0, pageSize + 1);
    api.answer(page(left));
    await loadConversations();
    expect(ids()).toEqual(all.slice(1).map(({ id }) => id));
    expect(ids()).not.toContain(gone?.id);
  });

  it('is kept when it cannot be loaded again', async () => {
    api.answer(refuse(503, 'unavailable'));
    await loadConversations();
    expect(ids()).toHaveLength(3);
  });

  it('leads to the login page without a session', async () => {
    api.answer(refuse(401, 'not_signed_in'));
    await loadConversations();
    expect(api.left).toHaveLength(1);
  });

  it('moves used conversations to the top, and keeps pinned ones pinned', () => {
    show([one, { ...two, pinned: true }]);
    moveToTop({ ...two, title: 'Two' });
    expect(items()[0]).toMatchObject({ id: two.id, title: 'Two', pinned: true });
  });

  it('is counted to its end', async () => {
    api.answer(page(many(0, 100), [makeConversation(900)]), page(many(100, 5)), page([]));
    const { signal } = new AbortController();
    expect(await countConversations(signal)).toEqual({ count: 106, capped: false });
  });
});

describe('a conversation', () => {
  it('has its new title at once, and afterwards the server’s title', async () => {
    api.answer(json({ ...one, title: 'Kept' }));
    const done = renameConversation(one.id, '  New  title ');
    expect(items()[0]?.title).toBe('New  title');
    await done;
    expect(items()[0]?.title).toBe('Kept');
    expect(JSON.parse(api.seen[0]?.body ?? '')).toEqual({ title: 'New  title' });
  });

  it('keeps its title without a request for an empty one', async () => {
    api.answer(hangUp);
    await renameConversation(one.id, '   ');
    await renameConversation(one.id, one.title);
    expect(api.seen).toEqual([]);
  });

  it('gets its title back with a message when the server refuses', async () => {
    api.answer(refuse(404, 'unknown_conversation'));
    await renameConversation(one.id, 'New');
    expect(items()[0]?.title).toBe(one.title);
    expect(toasts()).toEqual(['errors.unknown_conversation']);
  });

  it('is pinned and unpinned in the order of the presses', async () => {
    const asked: unknown[] = [];
    api.answer(({ body }, response) => {
      const { pinned } = JSON.parse(body) as { pinned: boolean };
      asked.push(pinned);
      json({ ...one, pinned })({} as never, response);
    });
    await Promise.all([true, false, true].map((pinned) => pinConversation(one.id, pinned)));
    expect(asked).toEqual([true, false, true]);
    expect(items()[0]?.pinned).toBe(true);
  });

  it('is sorted by its time once it is unpinned', async () => {
    const old = { ...three, pinned: true };
    show([old, one, two]);
    api.answer(json({ ...old, pinned: false }));
    await pinConversation(old.id, false);
    expect(ids()).toEqual([one.id, two.id, three.id]);
  });

  it('closes when it was deleted on another screen', async () => {
    api.answer(json({ deleted, count: 1 }));
    $thread.set({ ...newThread, conversationId: one.id });
    await deleteConversation(two);
    expect($thread.get()).toMatchObject({ conversationId: one.id });
    await deleteConversation(one);
    expect($thread.get()).toEqual(newThread);
    $thread.set({ ...newThread, conversationId: three.id });
    await deleteAllConversations();
    expect($thread.get()).toEqual(newThread);
  });

  it('keeps its change when an older list arrives', async () => {
    const held = Promise.withResolvers<void>();
    api.answer(async ({ method }, response) => {
      if (method === 'GET') return page([one, two, three])({} as never, response);
      await held.promise;
      return json({ ...one, title: 'New' })({} as never, response);
    });
    const done = renameConversation(one.id, 'New');
    await loadConversations();
    expect(items()[0]?.title).toBe('New');
    held.resolve();
    await done;
    expect(items()[0]?.title).toBe('New');
  });

  it('disappears at once when it is deleted, and returns after an undo', async () => {
    api.answer(json({ deleted, count: 1 }));
    const done = deleteConversation(two);
    expect(ids()).toEqual([one.id, three.id]);
    await done;
    const [toast] = takeToasts();
    expect(toast?.message).toEqual({ key: 'conversations.deleted', values: { title: two.title } });
    api.answer(json({ count: 1 }), page([one, two, three]));
    toast?.action?.run();
    await vi.waitFor(() => expect(ids()).toContain(two.id), longWait);
    expect(JSON.parse(api.seen[0]?.body ?? '')).toEqual({ deleted });
  });

  it('is not unread after its deletion, also if its answer is stopped then', async () => {
    api.answer(json({ deleted, count: 1 }));
    markRunning(one.id);
    markEnded(one.id);
    markRunning(two.id);
    expect($hasUnread.get()).toBe(true);
    await deleteConversation(one);
    await deleteConversation(two);
    markEnded(two.id);
    expect($activity.get()).toEqual({});
    markRunning(three.id);
    await deleteAllConversations();
    markEnded(three.id);
    expect($activity.get()).toEqual({});
  });

  it('returns to its place when it cannot be deleted', async () => {
    api.answer(hangUp);
    await deleteConversation(two);
    expect(ids()).toEqual([one.id, two.id, three.id]);
    expect(toasts()).toEqual(['errors.offline']);
  });

  it('shows when it is too late to undo', async () => {
    api.answer(json({ deleted, count: 1 }));
    await deleteConversation(two);
    const [toast] = takeToasts();
    api.answer(json({ count: 0 }));
    toast?.action?.run();
    await vi.waitFor(() => expect(toasts()).toEqual(['conversations.undoTooLate']), longWait);
  });

  it('is deleted with all others', async () => {
    api.answer(json({ deleted, count: 3 }));
    expect(await deleteAllConversations()).toBe(true);
    expect(ids()).toEqual([]);
    api.answer(refuse(503, 'unavailable'));
    show([one]);
    expect(await deleteAllConversations()).toBe(false);
    expect(ids()).toEqual([one.id]);
  });
});

function show(cards: readonly ConversationCard[]): void {
  $conversations.set({ state: 'ready', items: cards, hasMore: false, loadingMore: false });
}

function items(): readonly ConversationCard[] {
  const list = $conversations.get();
  return list.state === 'ready' ? list.items : [];
}

function ids(): string[] {
  return items().map(({ id }) => id);
}

function toasts(): string[] {
  const keys = $toasts.get().map(({ message }) => message.key);
  takeToasts();
  return keys;
}

function many(from: number, count: number): ConversationCard[] {
  return Array.from({ length: count }, (_, place) => makeConversation(from + place));
}

function page(
  cards: readonly ConversationCard[],
  pinned: readonly ConversationCard[] = [],
): Handle {
  return json({ pinned, items: cards });
}
