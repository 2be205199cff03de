import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { ask, askAgain, askDraft, stop } from '#stores/chat/chat.ts';
import { regenerate } from '#stores/chat/regenerate.ts';
import { $conversations } from '#stores/conversations/conversations.ts';
import { $draft, draftKey, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { showBranch } from '#stores/chat/shownBranch.ts';
import {
  $runningAnswer,
  $runningText,
  $thread,
  type Answer,
  type Question,
} from '#stores/thread/thread.ts';
import { $credits, $user } from '#stores/account/user.ts';
import {
  accepted,
  answerId,
  conversationId,
  delta,
  finished,
  questionId,
} from '../../fixtures/answer.ts';
import { runningMessages, storedConversation } from '../../fixtures/thread.ts';
import {
  type FakeApi,
  type Seen,
  hangUp,
  json,
  refuse,
  startFakeApi,
  stream,
} from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;
const mini: ChatTarget = { group: 'openai', model: 'gpt-4o-mini' };
const turbo: ChatTarget = { group: 'openai', model: 'gpt-4-turbo' };
const user = {
  user_id: '1',
  name: 'User 1234',
  email: 'a@b.example',
  picture: '',
  credit: 9,
  held: 0,
  frozen: 0,
};
const whole = stream([
  [1, accepted],
  [2, delta('Hel')],
  [3, delta('lo')],
  [4, finished],
]);

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  // Opening a conversation asks for the account of a known user.
  $user.set({ state: 'loading' });
  // Another model and back: a new, empty conversation.
  await openThread(turbo, undefined);
  await openThread(mini, undefined);
  $user.set({ state: 'user', user: { ...user, name: 'Before', credit: 10 } });
  $conversations.set({ state: 'ready', items: [], hasMore: false, loadingMore: false });
});

afterAll(() => api.close());

describe('a question', () => {
  it('is asked, answered, paid for and listed', async () => {
    serve(whole);
    expect(ask('  A question ')).toBe(true);
    expect(ask('Another')).toBe(false);
    await settled();
    expect(messages()).toMatchObject([
      { role: 'user', text: 'A question', delivery: { state: 'sent' } },
      { role: 'assistant', text: 'Hello', state: 'finished', charged: 1, answerId },
    ]);
    expect($thread.get()).toMatchObject({ conversationId, title: 'A question' });
    expect($credits.get()).toBe(9);
    expect($conversations.get()).toMatchObject({ items: [{ id: conversationId }] });
  });

  it('shows its hold while the answer runs', async () => {
    serve(
      stream(
        [
          [1, accepted],
          [2, delta('Hel')],
        ],
        'stay',
      ),
    );
    ask('A question');
    await vi.waitFor(() => expect($runningAnswer.get()?.phase).toBe('writing'), longWait);
    expect($runningText.get()).toBe('Hel');
    const held = { user: { credit: 9, held: 1 } };
    await vi.waitFor(() => expect($user.get()).toMatchObject(held), longWait);
  });

  it('gets its credit back when the answer fails, and is asked again as a new version', async () => {
    serve(
      stream([
        [1, accepted],
        [2, { ...finished, state: 'failed', reason: 'upstream_error', charged: 0 }],
      ]),
    );
    ask('A question');
    await settled();
    const failed = messages()[1] as Answer;
    expect(failed).toMatchObject({ state: 'failed', reason: 'upstream_error', charged: 0 });
    serve(whole);
    expect(regenerate(failed, 'gpt-4-turbo')).toBe(true);
    await settled();
    expect(messages()).toMatchObject([{ text: 'A question' }, { text: 'Hello' }]);
    expect(api.seen[0]).toMatchObject({
      method: 'POST',
      path: `/api/chat/questions/${questionId}/answers`,
    });
    expect(bodyOf(api.seen[0])).toMatchObject({ target: { model: 'gpt-4-turbo' }, max_price: 4 });
    showBranch(failed.key);
    expect(messages()[1]).toBe(failed);
  });

  it('keeps the earlier answer if it cannot be asked again', async () => {
    serve(whole);
    ask('A question');
    await settled();
    serve(refuse(402, 'no_credits'));
    regenerate(messages()[1] as Answer);
    expect(messages()).toMatchObject([{}, { state: 'running' }]);
    await settled();
    expect(messages()).toMatchObject([{}, { text: 'Hello' }]);
  });

  it('keeps its text when it is refused, and is sent again with the same request id', async () => {
    serve(refuse(503, 'server_busy'));
    ask('A question');
    await settled();
    const [lost, ...others] = messages() as Question[];
    expect(others).toEqual([]);
    expect(lost).toMatchObject({
      text: 'A question',
      delivery: { state: 'unsent', problem: { key: 'errors.server_busy' } },
    });
    const { request_id: first } = posted();
    serve(whole);
    askAgain(lost?.key ?? '');
    await settled();
    expect(posted().request_id).toBe(first);
    expect(messages()).toMatchObject([{ delivery: { state: 'sent' } }, { text: 'Hello' }]);
  });

  it('shows offline if it never gets through', async () => {
    serve(hangUp);
    ask('A question');
    await settled();
    expect(messages()).toMatchObject([
      { delivery: { state: 'unsent', problem: { key: 'errors.offline' } } },
    ]);
  });

  it('becomes a draft and leads to the login page without a session', async () => {
    openDraft(draftKey(mini, undefined), undefined);
    editDraft('A question');
    serve(refuse(401, 'not_signed_in'));
    askDraft();
    expect($draft.get().text).toBe('');
    await vi.waitFor(
      () => expect(api.left).toEqual(['/en/login?redirect=%2Fen%2Fchat%2Fgpts']),
      longWait,
    );
    expect($draft.get().text).toBe('A question');
    editDraft('');
  });

  it('is sent although the screen shows another chat before it was accepted', async () => {
    const held = Promise.withResolvers<void>();
    serve(async (seen, response) => {
      await held.promise;
      await whole(seen, response);
    });
    ask('A question');
    await vi.waitFor(() => expect(questions()).toHaveLength(1), longWait);
    await openThread(turbo, undefined);
    expect(messages()).toEqual([]);
    held.resolve();
    await vi.waitFor(
      () => expect($conversations.get()).toMatchObject({ items: [{ id: conversationId }] }),
      longWait,
    );
    expect(messages()).toEqual([]);
    expect($runningAnswer.get()).toBeUndefined();
  });
});

describe('an answer', () => {
  it('is replaced by a text event', async () => {
    serve(
      stream([
        [1, accepted],
        [2, delta('Ha')],
        [3, { type: 'text', text: 'Hello' }],
        [4, finished],
      ]),
    );
    ask('A question');
    await settled();
    expect(messages()[1]).toMatchObject({ text: 'Hello' });
  });

  it('is stopped by its id, and keeps its text so far', async () => {
    let running: ServerResponse | undefined;
    serve((seen, response) => {
      if (seen.path.endsWith('/stop')) {
        json({ id: answerId })(seen, response);
        const end = { ...finished, state: 'stopped' };
        running?.end(`id: 3\ndata: ${JSON.stringify(end)}\n\n`);
        return;
      }
      running = response;
      void stream(
        [
          [1, accepted],
          [2, delta('Hel')],
        ],
        'stay',
      )(seen, response);
    });
    ask('A question');
    await vi.waitFor(() => expect($runningText.get()).toBe('Hel'), longWait);
    await stop();
    await settled();
    expect(api.seen.map(({ path }) => path)).toContain(`/api/chat/answers/${answerId}/stop`);
    expect(messages()[1]).toMatchObject({ state: 'stopped', text: 'Hel' });
  });

  it('shows its place in the queue while it waits', async () => {
    const queued = { type: 'queue', ahead: 3 };
    serve(async (seen, response) => {
      await stream([[1, accepted]], 'stay')(seen, response);
      response.write(`data: ${JSON.stringify(queued)}\n\n`);
    });
    ask('A question');
    const waiting = { phase: 'waiting', ahead: 3 };
    await vi.waitFor(() => expect($runningAnswer.get()).toMatchObject(waiting), longWait);
  });

  it('is followed when its conversation is opened while it runs', async () => {
    serve((seen, response) => {
      if (seen.path.endsWith('/events')) return void whole(seen, response);
      json(storedConversation(runningMessages()))(seen, response);
    });
    await openThread(mini, conversationId);
    await settled();
    expect(messages()).toMatchObject([
      { role: 'user', text: 'A question' },
      { role: 'assistant', text: 'Hello', state: 'finished' },
    ]);
    // The server counted it before this page came.
    expect(questions()).toEqual([]);
  });
});

/** Serves what chat asks for; the account is served by itself. */
function serve(handle: (seen: Seen, response: ServerResponse) => unknown): void {
  api.answer((seen, response) => {
    if (seen.path === '/api/account') json(user)(seen, response);
    else void handle(seen, response);
  });
}

function messages() {
  const thread = $thread.get();
  return thread.state === 'open' ? thread.messages : [];
}

function questions(): Seen[] {
  return api.seen.filter(({ path }) => path === '/api/chat/questions');
}

function posted(): { request_id: string } {
  return bodyOf(questions().at(-1));
}

function bodyOf(seen: Seen | undefined): { request_id: string } {
  return JSON.parse(seen?.body ?? '{}') as { request_id: string };
}

/** Until no answer is read any longer, and the balance after an ended one has come. */
async function settled(): Promise<void> {
  await vi.waitFor(() => expect($runningAnswer.get()).toBeUndefined(), { timeout: 5_000 });
  if (messages().at(-1)?.role !== 'assistant') return;
  await vi.waitFor(() => expect($user.get()).toEqual({ state: 'user', user }), longWait);
}
