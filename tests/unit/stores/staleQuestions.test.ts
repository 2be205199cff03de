import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import { $user } from '#stores/account/user.ts';
import { ask, askAgain, askInstead } from '#stores/chat/chat.ts';
import { regenerate } from '#stores/chat/regenerate.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { canBecomeBranch } from '#stores/chat/questionPosition.ts';
import {
  $messages,
  $runningAnswer,
  $thread,
  type Answer,
  type Question,
} from '#stores/thread/thread.ts';
import { accepted, conversationId, delta, finished } from '../../fixtures/answer.ts';
import { branchingMessages, messageIds, storedConversation } from '../../fixtures/thread.ts';
import { type FakeApi, json, refuse, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

const [firstQuestion, firstAnswer, , secondAnswer] = messageIds;
const [one, oneA, , two, twoA] = branchingMessages as [
  ChatMessage,
  ChatMessage,
  ChatMessage,
  ChatMessage,
  ChatMessage,
];
const mini = { group: 'openai', model: 'gpt-4o-mini' } as const;
const whole = stream([
  [1, accepted],
  [2, delta('Hello')],
  [3, finished],
]);

let isContinued: boolean;

beforeAll(async () => {
  api = await startFakeApi();
});

/** Opens a conversation, which another device then continues: questions on the older view are refused. */
beforeEach(async () => {
  isContinued = false;
  $user.set({ state: 'loading' });
  api.answer((seen, response) => {
    if (seen.method === 'GET') {
      const messages = isContinued ? [one, oneA, two, twoA] : [one, oneA];
      return json(storedConversation(messages, messages.at(-1)?.id))(seen, response);
    }
    const { head_id: headId } = JSON.parse(seen.body) as { head_id?: string };
    const isStale = isContinued && headId !== secondAnswer;
    return (isStale ? refuse(409, 'newer_messages') : whole)(seen, response);
  });
  $thread.set({ state: 'loading', conversationId: '' });
  await openThread(mini, conversationId);
  isContinued = true;
});

afterAll(() => api.close());

describe('a question on a stale view', () => {
  it('names the newest message of the page, and is shown after the newer messages when it is refused', async () => {
    ask('A question');
    await newerShown();
    expect(posted()).toMatchObject([{ parent_id: firstAnswer, head_id: firstAnswer }]);
    expect(texts()).toEqual(['1', '1a', '2', '2a', 'A question']);
    const problem = { key: 'errors.newer_messages' };
    expect($messages.get().at(-1)).toMatchObject({ delivery: { state: 'unsent', problem } });
    expect(canBecomeBranch(unsent())).toBe(true);
  });

  it('follows the newer messages when it is sent again', async () => {
    ask('A question');
    await newerShown();
    askAgain(unsent().key);
    await settled();
    const [first, second] = posted();
    expect(second).toEqual({ ...first, parent_id: secondAnswer, head_id: secondAnswer });
    expect(texts()).toEqual(['1', '1a', '2', '2a', 'A question', 'Hello']);
  });

  it('becomes a branch on request', async () => {
    ask('A question');
    await newerShown();
    askAgain(unsent().key, { asBranch: true });
    await settled();
    const [first, second] = posted();
    expect(second).toEqual({ ...first, parent_id: firstAnswer, head_id: secondAnswer });
    expect(texts()).toEqual(['1', '1a', 'A question', 'Hello']);
  });

  it('stays a branch if it was one, such as an edited question', async () => {
    askInstead($messages.get()[0] as Question, 'Edited');
    await newerShown();
    expect(canBecomeBranch(unsent())).toBe(false);
    askAgain(unsent().key);
    await settled();
    expect(posted()[1]).toMatchObject({ parent_id: null, head_id: secondAnswer });
    expect(texts()).toEqual(['Edited', 'Hello']);
  });
});

describe('a request for another answer on a stale view', () => {
  it('shows the newer messages when it is refused', async () => {
    regenerate($messages.get()[1] as Answer);
    await newerShown();
    expect(posted()).toMatchObject([{ head_id: firstAnswer }]);
    expect(api.seen.map(({ path }) => path)).toContain(
      `/api/chat/questions/${firstQuestion}/answers`,
    );
    expect(texts()).toEqual(['1', '1a', '2', '2a']);
  });
});

function texts(): string[] {
  return $messages.get().map(({ text }) => text);
}

function unsent(): Question {
  return $messages.get().at(-1) as Question;
}

function posted(): { parent_id?: string | null; head_id?: string }[] {
  const questions = api.seen.filter(({ path }) => path.startsWith('/api/chat/questions'));
  return questions.map(({ body }) => JSON.parse(body) as { parent_id?: string | null });
}

async function newerShown(): Promise<void> {
  await vi.waitFor(() => expect(texts()).toContain('2a'), longWait);
}

async function settled(): Promise<void> {
  await vi.waitFor(() => expect($runningAnswer.get()).toBeUndefined(), longWait);
}
