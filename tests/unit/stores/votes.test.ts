import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import type { Vote } from '#domain/chat/votes.ts';
import { openThread, refreshThread, reloadThread } from '#stores/chat/openThread.ts';
import { receiveVote, vote } from '#stores/chat/votes.ts';
import { $messages, $thread, type Answer } from '#stores/thread/thread.ts';
import { conversationId } from '../../fixtures/answer.ts';
import { branchingMessages, storedConversation } from '../../fixtures/thread.ts';
import { type FakeApi, type Handle, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

const mini = { group: 'openai', model: 'gpt-4o-mini' } as const;
const [question, answer] = branchingMessages as [ChatMessage, ChatMessage];
const answerId = answer.answer?.id ?? '';

let api: FakeApi;
/** The vote at the server. */
let stored: Vote | null;
/** Holds back the response to a request with this method, which has read or stored its vote. */
let paused: { method: string; until: Promise<void> } | undefined;

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  stored = null;
  paused = undefined;
  api.answer(respond);
  $thread.set({ state: 'loading', conversationId: '' });
  await openThread(mini, conversationId);
  api.seen.length = 0;
});

afterAll(() => api.close());

describe('a vote', () => {
  it('is shown at once and stored, and the same vote again withdraws it', async () => {
    const voting = vote(shownAnswer(), 'up');
    expect(shownVote()).toBe('up');
    await voting;
    expect(stored).toBe('up');
    await vote(shownAnswer(), 'up');
    expect([shownVote(), stored]).toEqual([null, null]);
  });

  it('ignores events about the answer until the server has confirmed it', async () => {
    const resume = pause('PUT');
    const voting = vote(shownAnswer(), 'down');
    receiveVote(answerId, 'up');
    expect(shownVote()).toBe('down');
    resume();
    await voting;
    receiveVote(answerId, 'up');
    expect(shownVote()).toBe('up');
  });

  it('reaches the server in the order of the clicks, and only the last one of those that waited', async () => {
    const resume = pause('PUT');
    const voting = vote(shownAnswer(), 'up');
    void vote(shownAnswer(), 'down');
    void vote(shownAnswer(), 'down');
    void vote(shownAnswer(), 'down');
    expect(shownVote()).toBe('down');
    resume();
    await voting;
    expect([shownVote(), stored]).toEqual(['down', 'down']);
    expect(sentVotes()).toEqual(['up', 'down']);
  });

  it('that the server refuses is replaced by the newest one that the server has', async () => {
    const before = respond;
    api.answer((seen, response) =>
      seen.method === 'PUT' ? refuse(500, 'internal')(seen, response) : before(seen, response),
    );
    const voting = vote(shownAnswer(), 'up');
    receiveVote(answerId, 'down');
    await voting;
    expect(shownVote()).toBe('down');
  });
});

describe('messages that were read before a vote', () => {
  it('do not show the old vote while the new one is on its way, or afterwards', async () => {
    const resume = pause('GET');
    const refreshing = refreshThread();
    await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
    await vote(shownAnswer(), 'up');
    resume();
    await refreshing;
    expect(shownVote()).toBe('up');
  });

  it('do not hide a vote of another device that arrived meanwhile', async () => {
    const resume = pause('GET');
    const refreshing = refreshThread();
    await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
    receiveVote(answerId, 'down');
    resume();
    await refreshing;
    expect(shownVote()).toBe('down');
  });

  it('do not hide a vote that is on its way when the conversation is opened again', async () => {
    const resume = pause('PUT');
    const voting = vote(shownAnswer(), 'up');
    await vi.waitFor(() => expect(api.seen).toHaveLength(1), longWait);
    stored = null;
    await reloadThread();
    expect(shownVote()).toBe('up');
    resume();
    await voting;
  });

  it('show the votes that they have if none has changed since', async () => {
    await vote(shownAnswer(), 'up');
    stored = 'down';
    await refreshThread();
    expect(shownVote()).toBe('down');
  });
});

/** Stores votes, and responds with the conversation. */
const respond: Handle = async (seen, response) => {
  if (seen.method === 'PUT') stored = sentVote(seen.body);
  const own = answer.answer && { ...answer.answer, vote: stored };
  const conversation = storedConversation([question, { ...answer, answer: own }], answer.id);
  if (paused?.method === seen.method) await paused.until;
  if (seen.method === 'GET') return json(conversation)(seen, response);
  json({ vote: stored })(seen, response);
};

/** Holds back responses. Returns a function that lets them go. */
function pause(method: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  paused = { method, until: promise };
  return resolve;
}

function sentVotes(): (Vote | null)[] {
  return api.seen.filter(({ method }) => method === 'PUT').map(({ body }) => sentVote(body));
}

function sentVote(body: string): Vote | null {
  return (JSON.parse(body) as { vote: Vote | null }).vote;
}

function shownAnswer(): Answer {
  const shown = $messages.get().find((message) => message.role === 'assistant');
  if (!shown) throw new Error('There is no answer');
  return shown;
}

function shownVote(): Vote | null {
  return shownAnswer().vote ?? null;
}
