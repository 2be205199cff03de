import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ChatChange } from '#contract/conversations/changes.ts';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import { watchLiveChanges } from '#stores/chat/liveChanges.ts';
import { openThread, refreshThread } from '#stores/chat/openThread.ts';
import { $messages, $thread } from '#stores/thread/thread.ts';
import { conversationId } from '../../fixtures/answer.ts';
import { branchingMessages, storedConversation } from '../../fixtures/thread.ts';
import { type FakeApi, json, startFakeApi } from '../../setup/fakeApi.ts';

const [question, answer] = branchingMessages as [ChatMessage, ChatMessage];

class Connection extends EventTarget {
  static last: Connection;

  constructor() {
    super();
    Connection.last = this;
  }

  close(): void {}

  send(change: ChatChange): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(change) }));
  }
}

let api: FakeApi;
let unwatch: () => void;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('EventSource', Connection);
  api.answer(json(storedConversation([question, answer], answer.id)));
  $thread.set({ state: 'loading', conversationId: '' });
  await openThread({ group: 'openai', model: 'gpt-4o-mini' }, conversationId);
  api.seen.length = 0;
  unwatch = watchLiveChanges();
});

afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
});

afterAll(() => api.close());

it('shows and withdraws a vote of another device, without loading the conversation', () => {
  const ids = { conversation_id: conversationId, answer_id: answer.answer?.id ?? '' };
  Connection.last.send({ type: 'voted', ...ids, vote: 'up' });
  expect(shown()).toEqual(['up']);
  Connection.last.send({ type: 'voted', ...ids, vote: null });
  expect(shown()).toEqual([null]);
  expect(api.seen.filter(({ path }) => path.includes(conversationId))).toEqual([]);
});

it('shows a vote that it missed', async () => {
  const voted = { ...answer, answer: answer.answer && { ...answer.answer, vote: 'down' as const } };
  api.answer(json(storedConversation([question, voted], answer.id)));
  await refreshThread();
  expect(shown()).toEqual(['down']);
});

function shown() {
  return $messages
    .get()
    .filter((message) => message.role === 'assistant')
    .map(({ vote }) => vote);
}
