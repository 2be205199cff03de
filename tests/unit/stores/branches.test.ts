import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { untilBranchSaved } from '#stores/thread/branchChoice.ts';
import { askInstead } from '#stores/chat/chat.ts';
import { loadOlder } from '#stores/chat/olderMessages.ts';
import { openThread, refreshThread } from '#stores/chat/openThread.ts';
import { $scrollTarget, showBranch, showMessage } from '#stores/chat/shownBranch.ts';
import {
  $messages,
  $runningAnswer,
  $thread,
  type Question,
  changeThread,
  newAnswer,
} from '#stores/thread/thread.ts';
import { accepted, conversationId, delta, finished } from '../../fixtures/answer.ts';
import {
  branchingMessages as tree,
  messageIds as ids,
  storedConversation,
} from '../../fixtures/thread.ts';
import {
  type FakeApi,
  type Handle,
  hangUp,
  json,
  refuse,
  startFakeApi,
  stream,
} from '../../setup/fakeApi.ts';

let api: FakeApi;

const mini: ChatTarget = { group: 'openai', model: 'gpt-4o-mini' };
const turbo: ChatTarget = { group: 'openai', model: 'gpt-4-turbo' };
const whole = stream([
  [1, accepted],
  [2, delta('Hel')],
  [3, delta('lo')],
  [4, finished],
]);

beforeAll(async () => {
  api = await startFakeApi();
});

const branch = tree.filter(({ text }) => text !== '1b');
const newestTwo = conversation(branch.slice(2), null, true);

// Another model: a new, empty conversation.
beforeEach(() => openThread(turbo, undefined));

afterAll(() => api.close());

describe('a conversation', () => {
  it('shows the chosen branch, and imported messages without cost', async () => {
    serve(conversation(tree, ids[1]));
    await openThread(mini, conversationId);
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
    await openThread(turbo, undefined);
    serve(
      conversation(
        tree.map((one) => ({ ...one, answer: null })),
        ids[4],
      ),
    );
    await openThread(mini, conversationId);
    expect(texts()).toEqual(['1', '1b']);
    expect(messages()[1]).toMatchObject({ state: 'imported', model: '' });
  });

  it('receives changes of other devices, and keeps its own', async () => {
    serve(conversation(tree.slice(0, 2)));
    await openThread(mini, conversationId);
    const [first] = messages();
    serve(conversation(tree));
    await refreshThread(conversationId);
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
    expect(messages()[0]).toBe(first);
    serve(hangUp);
    await refreshThread();
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
  });

  it('shows its own answer once while that waits for its id, also when words of it are shown', async () => {
    serve(conversation(tree.slice(0, 2)));
    await openThread(mini, conversationId);
    const own = newAnswer('request', ids[0], { model: 'gpt-4o-mini', options: undefined });
    changeThread(({ all }) => ({ all: [...all, own], leafKey: own.key }));
    $runningAnswer.set({ key: own.key, phase: 'writing', connected: true, ahead: undefined });
    serve(conversation(tree.slice(0, 3)));
    await refreshThread();
    const thread = $thread.get();
    expect(thread.state === 'open' && thread.all).toHaveLength(3);
    $runningAnswer.set(undefined);
  });

  it('opens with its newest messages, and loads the older ones page by page', async () => {
    const rest = Promise.withResolvers<void>();
    serve((seen, response) => {
      if (!seen.path.includes('before=')) return newestTwo(seen, response);
      return rest.promise.then(() => conversation(branch.slice(0, 2))(seen, response));
    });
    await openThread(mini, conversationId);
    expect(api.seen[0]?.path).toContain('?newest=');
    expect(texts()).toEqual(['2', '2a']);
    const [newest] = messages();
    const loading = loadOlder();
    expect($thread.get()).toMatchObject({ older: 'loading' });
    rest.resolve();
    await loading;
    expect($thread.get()).toMatchObject({ older: 'none' });
    expect(api.seen.at(-1)?.path).toContain(`before=${ids[2]}`);
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
    expect(messages()[2]).toBe(newest);
  });

  it('continues while messages are missing, and retries to load them', async () => {
    serve((seen, response) =>
      (seen.path.includes('before=') ? refuse(500, 'internal') : newestTwo)(seen, response),
    );
    await openThread(mini, conversationId);
    await loadOlder();
    expect($thread.get()).toMatchObject({ older: 'failed' });
    serve(whole);
    askInstead(messages()[0] as Question, 'Two');
    await settled();
    expect(posted()).toMatchObject({ parent_id: ids[1] });
    serve(conversation(branch.slice(0, 2)));
    await loadOlder();
    expect($thread.get()).toMatchObject({ older: 'none' });
    expect(texts()).toEqual(['1', '1a', 'Two', 'Hello']);
  });

  it('receives changes of other devices although it is long', async () => {
    serve(conversation(branch));
    await openThread(mini, conversationId);
    serve(conversation([...branch.slice(2), tree[2]!], null, true));
    await refreshThread();
    const thread = $thread.get();
    expect(thread.state === 'open' && thread.all.map(({ text }) => text)).toEqual([
      '1',
      '1a',
      '2',
      '2a',
      '1b',
    ]);
    expect(thread).toMatchObject({ older: 'none' });
  });

  it('opens at a found message, in any branch', async () => {
    serve(conversation(tree));
    showMessage(ids[4]);
    await openThread(mini, conversationId);
    expect(texts()).toEqual(['1', '1b']);
    expect($scrollTarget.get()).toMatchObject({ key: ids[4] });
    await untilBranchSaved();
  });

  it.each([
    [404, 'unknown_conversation', 'missing'],
    [500, 'internal', 'failed'],
  ])('that is answered %i %s is %s', async (status, code, state) => {
    api.answer(refuse(status, code));
    await openThread(mini, conversationId);
    expect($thread.get().state).toBe(state);
  });
});

describe('a question', () => {
  it('asked instead of an earlier one opens a branch, which the server stores', async () => {
    serve(conversation(tree));
    await openThread(mini, conversationId);
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
    serve(whole);
    askInstead(messages()[2] as Question, 'Two');
    await settled();
    expect(posted()).toMatchObject({ conversation_id: conversationId, parent_id: ids[1] });
    expect(texts()).toEqual(['1', '1a', 'Two', 'Hello']);
    serve(json({}));
    showBranch(ids[2]);
    await untilBranchSaved();
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
    const saved = api.seen.find(({ method }) => method === 'PATCH');
    expect(saved?.body).toBe(JSON.stringify({ leaf_id: ids[3] }));
    serve(whole);
    askInstead(messages()[0] as Question, 'One');
    await settled();
    expect(posted()).toMatchObject({ parent_id: null });
    expect(texts()).toEqual(['One', 'Hello']);
  });
});

function serve(handle: Handle): void {
  api.answer((seen, response) =>
    seen.path === '/api/account' ? json({})(seen, response) : handle(seen, response),
  );
}

function conversation(...given: Parameters<typeof storedConversation>): Handle {
  return json(storedConversation(...given));
}

function messages() {
  return $messages.get();
}

function texts(): string[] {
  return messages().map(({ text }) => text);
}

function posted(): unknown {
  const question = api.seen.findLast(({ path }) => path === '/api/chat/questions');
  return JSON.parse(question?.body ?? '{}');
}

async function settled(): Promise<void> {
  await vi.waitFor(() => expect($runningAnswer.get()).toBeUndefined(), { timeout: 5_000 });
}
