import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import { $user } from '#stores/account/user.ts';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';
import { openThread, refreshThread } from '#stores/chat/openThread.ts';
import {
  $activity,
  markEnded,
  markRunning,
  watchActivity,
} from '#stores/conversations/activity.ts';
import {
  $conversations,
  type ConversationCard,
  pageSize,
} from '#stores/conversations/conversations.ts';
import { $attachments, putBackAttachments } from '#stores/drafts/attachments.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { $queue, enqueue, followQueue, isFollowing } from '#stores/drafts/queue.ts';
import { $route } from '#stores/route/route.ts';
import { $messages, $thread, changeThread, currentThread } from '#stores/thread/thread.ts';
import { answerId, conversationId, questionId } from '../../fixtures/answer.ts';
import { textFile } from '../../fixtures/attachment.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';
import { branchingMessages, storedConversation } from '../../fixtures/thread.ts';
import { ChangeStream, changeStream } from '../../setup/changeStream.ts';
import { type FakeApi, hangUp, json, startFakeApi } from '../../setup/fakeApi.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

const mini = { group: 'openai', model: 'gpt-4o-mini' } as const;
const [one, oneA, , two, twoA] = branchingMessages as [
  ChatMessage,
  ChatMessage,
  ChatMessage,
  ChatMessage,
  ChatMessage,
];

const noConversations = { state: 'ready', items: [], hasMore: false, loadingMore: false } as const;
const olderCard = makeConversation(pageSize);

let api: FakeApi;
let unwatch: () => void;
let page: EventTarget & { visibilityState: string };
/** The window of the page. */
let browser: EventTarget;
let isContinued: boolean;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  const getElementById = () => null;
  const state = { visibilityState: 'visible', cookie: '', getElementById };
  page = Object.assign(new EventTarget(), state);
  vi.stubGlobal('document', page);
  vi.stubGlobal('HTMLDialogElement', EventTarget);
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('EventSource', ChangeStream);
  ChangeStream.all = [];
  isContinued = false;
  $route.set(undefined);
  $user.set({ state: 'loading' });
  $activity.set({});
  $conversations.set(noConversations);
  api.answer((seen, response) => {
    if (seen.path.startsWith(`/api/chat/conversations/${conversationId}`)) {
      const messages = isContinued ? [one, oneA, two, twoA] : [one, oneA];
      return json(storedConversation(messages, messages.at(-1)?.id))(seen, response);
    }
    const title = isContinued ? 'Renamed' : 'A question';
    const card = { ...storedConversation([]), title };
    return json({ pinned: [], items: [card] })(seen, response);
  });
  $thread.set({ state: 'loading', conversationId: '' });
  await openThread(mini, conversationId);
  const path = '/en/chat/openai/gpt-4o-mini';
  const route = { path, language: 'en', screen: 'chat', target: mini, text: undefined } as const;
  $route.set({ ...route, conversationId });
  isContinued = true;
  api.seen.length = 0;
  unwatch = watchLiveChanges();
});

afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
});

afterAll(() => api.close());

describe('a visible page', () => {
  // First, because a list that another test has requested may arrive in it.
  it('loads the list for its first connection if an answer runs, which may have ended before', async () => {
    markRunning(conversationId);
    changeStream().open();
    await vi.waitFor(() => expect(titles()).toEqual(['Renamed']), longWait);
  });

  it('follows changes, and shows a question and an answer of another device', async () => {
    expect(changeStream().url).toBe('/api/chat/changes');
    changeStream().open();
    changeStream().send({ type: 'asked', conversation_id: conversationId, answer_id: answerId });
    expect($activity.get()).toEqual({ [conversationId]: 'running' });
    await vi.waitFor(() => expect(texts()).toEqual(['1', '1a', '2', '2a']), longWait);
    changeStream().send({ type: 'ended', conversation_id: conversationId, answer_id: answerId });
    expect($activity.get()).toEqual({});
    await vi.waitFor(() => expect(titles()).toEqual(['Renamed']), longWait);
  });

  it('shows a new title', async () => {
    changeStream().send({ type: 'changed', conversation_id: conversationId });
    await vi.waitFor(() => expect(titles()).toEqual(['Renamed']), longWait);
  });

  it('shows and withdraws a vote of another device, without loading the conversation', () => {
    const ids = { conversation_id: conversationId, answer_id: oneA.answer?.id ?? '' };
    changeStream().send({ type: 'voted', ...ids, vote: 'up' });
    expect(votes()).toEqual(['up']);
    changeStream().send({ type: 'voted', ...ids, vote: null });
    expect(votes()).toEqual([null]);
    expect(api.seen.filter(({ path }) => path.includes(conversationId))).toEqual([]);
  });

  it('shows a vote that it missed', async () => {
    const voted = { ...oneA, answer: oneA.answer && { ...oneA.answer, vote: 'down' as const } };
    api.answer(json(storedConversation([one, voted], oneA.id)));
    await refreshThread();
    expect(votes()).toEqual(['down']);
  });

  it('has no dot for a conversation that was deleted while its answer ran', () => {
    const id = '9b0c8f6e-1111-4222-8333-444455556666';
    const other = { conversation_id: id, answer_id: questionId };
    changeStream().send({ type: 'asked', ...other });
    expect($activity.get()).toEqual({ [id]: 'running' });
    changeStream().send({ type: 'deleted', conversation_id: id });
    changeStream().send({ type: 'ended', ...other });
    expect($activity.get()).toEqual({});
  });

  it('moves the text of a deleted conversation’s message box to a new chat', () => {
    const stored: Record<string, string> = {};
    stubLocalStorage(stored);
    const key = draftKey(mini, undefined);
    vi.stubGlobal('history', {
      replaceState: (_state: unknown, _title: string, pathname: string) => {
        Object.assign(location, { pathname });
      },
    });
    openDraft(key, undefined);
    editDraft('Older');
    openDraft(conversationId, undefined);
    editDraft('Typed');
    enqueue({ text: 'Queued', attachments: [] });
    followQueue();
    const queued = $queue.get();
    putBackAttachments([textFile]);
    changeStream().send({ type: 'deleted', conversation_id: conversationId });
    expect($route.get()).toMatchObject({ target: mini, conversationId: undefined });
    expect($draft.get()).toEqual({ key, text: 'Typed\n\nOlder' });
    // With the same ids in another tab of the conversation, so that the server asks each once.
    expect($queue.get()).toEqual(queued);
    expect(queued.map(isFollowing)).toEqual([false]);
    expect($attachments.get()).toMatchObject([{ attachment: textFile }]);
    expect(Object.keys(stored)).not.toContain(`queue:${conversationId}`);
  });

  it('shows a new title of the open conversation, also if the list does not have it', async () => {
    answerWith(olderCard.updated, []);
    changeThread(() => ({ title: 'Before' }));
    changeStream().send({ type: 'changed', conversation_id: conversationId });
    await vi.waitFor(() => expect(currentThread()?.title).toBe('A question'), longWait);
  });

  it('shows changes of a conversation after the first page of the list', async () => {
    const page1 = Array.from({ length: pageSize }, (_, place) => makeConversation(place));
    $conversations.set({ ...noConversations, items: [...page1, olderCard], hasMore: true });
    answerWith(page1.at(-1)?.updated, [{ ...olderCard, title: 'Renamed' }]);
    changeStream().send({ type: 'changed', conversation_id: olderCard.id });
    await vi.waitFor(() => expect(titles().at(-1)).toBe('Renamed'), longWait);
    answerWith(page1.at(-1)?.updated, []);
    changeStream().send({ type: 'changed', conversation_id: olderCard.id });
    await vi.waitFor(() => expect(titles()).toHaveLength(pageSize), longWait);
  });

  it('removes a conversation that was deleted, wherever it is in the list', () => {
    $conversations.set({ ...noConversations, items: [makeConversation(1), olderCard] });
    changeStream().send({ type: 'deleted', conversation_id: olderCard.id });
    expect(titles()).toEqual(['Conversation 1']);
    // Without an open conversation that the page would leave.
    $route.set(undefined);
    changeStream().send({ type: 'deleted', conversation_id: null });
    expect(titles()).toEqual([]);
  });

  it('loads missed changes of conversations on every page of the list', async () => {
    const cards = Array.from({ length: 3 * pageSize }, (_, place) => makeConversation(place));
    $conversations.set({ ...noConversations, items: cards, hasMore: true });
    const [, deleted, ...others] = cards.slice(pageSize);
    const left = others.map((card) => ({ ...card, title: `${card.title}, renamed` }));
    answerInPages([...cards.slice(0, pageSize + 1), ...left]);
    changeStream().send({ type: 'missed' });
    await vi.waitFor(() => expect(titles().at(-1)).toMatch(/renamed$/), longWait);
    expect(titles()).not.toContain(deleted?.title);
    expect(titles().filter((title) => title.endsWith('renamed'))).toHaveLength(left.length);
    expect($conversations.get()).toMatchObject({ hasMore: false });
  });

  it('loads nothing for its first connection, and what it missed for each later one', async () => {
    changeStream().open();
    expect(api.seen).toEqual([]);
    changeStream().open();
    await vi.waitFor(() => expect(texts()).toEqual(['1', '1a', '2', '2a']), longWait);
  });

  it('loads missed changes after a message about them, and after an outage', async () => {
    changeStream().send({ type: 'missed' });
    await vi.waitFor(() => expect(texts()).toEqual(['1', '1a', '2', '2a']), longWait);
    browser.dispatchEvent(new Event('online'));
    expect(ChangeStream.all).toHaveLength(2);
    expect(ChangeStream.all[0]?.readyState).toBe(ChangeStream.CLOSED);
  });
});

describe('a hidden page', () => {
  it('closes its connection, and loads what it missed when it is visible again', async () => {
    show('hidden');
    expect(changeStream().readyState).toBe(ChangeStream.CLOSED);
    show('visible');
    expect(ChangeStream.all).toHaveLength(2);
    changeStream().open();
    await vi.waitFor(() => expect(texts()).toEqual(['1', '1a', '2', '2a']), longWait);
  });

  it('has a dot for an answer that ended there, until it is visible', () => {
    const unwatchActivity = watchActivity();
    show('hidden');
    markRunning(conversationId);
    markEnded(conversationId);
    expect($activity.get()).toEqual({ [conversationId]: 'unread' });
    show('visible');
    expect($activity.get()).toEqual({});
    unwatchActivity();
  });
});

/** Responds with these cards to the list before a moment, and with the open conversation. The first page fails. */
function answerWith(before: string | undefined, items: readonly ConversationCard[]): void {
  api.answer((seen, response) => {
    const { pathname, searchParams } = new URL(seen.path, 'http://localhost');
    if (pathname.endsWith(conversationId)) {
      return json(storedConversation([one, oneA], oneA.id))(seen, response);
    }
    const isOlder = searchParams.get('before') === before;
    if (!isOlder) return hangUp(seen, response);
    return json({ pinned: [], items })(seen, response);
  });
}

/** Responds with pages of these cards. */
function answerInPages(cards: readonly ConversationCard[]): void {
  api.answer((seen, response) => {
    const { searchParams } = new URL(seen.path, 'http://localhost');
    const before = searchParams.get('before') ?? '9';
    const size = Number(searchParams.get('size'));
    const items = cards.filter(({ updated }) => updated < before).slice(0, size);
    return json({ pinned: [], items })(seen, response);
  });
}

function votes() {
  return $messages
    .get()
    .filter((message) => message.role === 'assistant')
    .map(({ vote }) => vote);
}

function show(state: 'visible' | 'hidden'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

function texts(): string[] {
  return $messages.get().map(({ text }) => text);
}

function titles(): string[] {
  const conversations = $conversations.get();
  return conversations.state === 'ready' ? conversations.items.map(({ title }) => title) : [];
}
