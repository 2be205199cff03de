import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defaultChatSettings } from '#domain/chat/chatSettings.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { ask, askAgain } from '#stores/chat/chat.ts';
import { regenerate } from '#stores/chat/regenerate.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { setChatTarget } from '#stores/answers/answerSession.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { $runningAnswer, $thread } from '#stores/thread/thread.ts';
import { accepted, delta, finished } from '../../fixtures/answer.ts';
import {
  type FakeApi,
  type Seen,
  json,
  refuse,
  startFakeApi,
  stream,
} from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

const turbo: ChatTarget = { group: 'openai', model: 'gpt-4-turbo' };
/** Over 6,900 tokens, which one price buys. */
const text = 'x'.repeat(30_000);
const whole = stream([
  [1, accepted],
  [2, delta('Hello')],
  [3, finished],
]);

beforeAll(async () => {
  api = await startFakeApi();
  await openThread(turbo, undefined);
});

afterAll(() => api.close());

function serve(reply: (seen: Seen, response: ServerResponse) => unknown): void {
  api.answer((seen, response) => {
    if (seen.path === '/api/account') json({})(seen, response);
    else void reply(seen, response);
  });
}

const messages = () => {
  const thread = $thread.get();
  return thread.state === 'open' ? thread.messages : [];
};

/** Waits for the end of the answer. Returns the limits of all questions that were sent. */
async function limits(): Promise<unknown[]> {
  await vi.waitFor(() => expect($runningAnswer.get()).toBeUndefined(), longWait);
  return api.seen
    .filter(({ path }) => path.startsWith('/api/chat/questions'))
    .map(({ body }) => (JSON.parse(body) as { max_price?: number }).max_price);
}

it('sends the price of all its steps as a limit, then the one that a refusal named', async () => {
  serve(refuse(409, 'price_changed', { price: 12 }));
  ask(text);
  expect(await limits()).toEqual([8]);
  const [lost] = messages();
  expect(lost).toMatchObject({
    delivery: { state: 'unsent', problem: { key: 'errors.price_changed', values: { count: 12 } } },
  });
  serve(whole);
  askAgain(lost?.key ?? '');
  expect((await limits()).at(-1)).toBe(12);
});

it('sends the price on the screen to another model, independent of the first one’s price', async () => {
  serve(refuse(409, 'price_changed', { price: 12 }));
  ask(text);
  await limits();
  const lost = messages().at(-1);
  serve(whole);
  setChatTarget({ group: 'openai', model: 'gpt-4o-mini' });
  askAgain(lost?.key ?? '');
  expect((await limits()).at(-1)).toBe(1);
  setChatTarget(turbo);
});

it('sends the price of all steps with another answer to the question', async () => {
  const answer = messages().at(-1);
  if (answer?.role !== 'assistant') throw new Error('There is no answer');
  serve(whole);
  regenerate(answer);
  expect((await limits()).at(-1)).toBe(8);
  regenerate(answer, 'claude-3-opus');
  expect((await limits()).at(-1)).toBe(10);
});

it('reads the instructions of another page once a price was refused because of them', async () => {
  const answer = messages().at(-1);
  if (answer?.role !== 'assistant') throw new Error('There is no answer');
  const settings = { ...defaultChatSettings, system_prompt: '字'.repeat(8_000) };
  const refusal = refuse(409, 'price_changed', { price: 12 });
  serve((seen, response) => {
    const isSettings = seen.path === '/api/chat/settings';
    return (isSettings ? json(settings) : refusal)(seen, response);
  });
  regenerate(answer);
  expect((await limits()).at(-1)).toBe(8);
  await vi.waitFor(
    () => expect($chatSettings.get().system_prompt).toBe(settings.system_prompt),
    longWait,
  );
  serve(whole);
  regenerate(answer);
  expect((await limits()).at(-1)).toBe(12);
});
