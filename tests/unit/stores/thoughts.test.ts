import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ask } from '#stores/chat/chat.ts';
import { openThread } from '#stores/chat/openThread.ts';
import { loadThoughts } from '#stores/answers/thoughts.ts';
import { $isIdle, $messages, $runningThoughts } from '#stores/thread/thread.ts';
import { accepted, answerId, delta, finished } from '../../fixtures/answer.ts';
import { type FakeApi, json, refuse, startFakeApi, stream } from '../../setup/fakeApi.ts';
import { longWait } from '../../setup/longWait.ts';

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

const thought = (text: string) => ({ type: 'thought', text }) as const;

it('shows the thoughts of a model apart from its answer', async () => {
  await openThread({ group: 'openai', model: 'gpt-4o-mini' }, undefined);
  const events = [accepted, thought('Let me '), thought('see.'), delta('Hello'), finished];
  api.answer(stream(events.map((event, index) => [index + 1, event] as const)));
  expect(ask('A question')).toBe(true);
  await vi.waitFor(() => expect($isIdle.get()).toBe(true), longWait);
  expect($runningThoughts.get()).toBe('Let me see.');
  expect($messages.get().at(-1)).toMatchObject({ text: 'Hello', hasThoughts: true });
});

it('loads the thoughts of an ended answer, or returns why not', async () => {
  api.answer(json({ text: 'Let me see.' }), refuse(503, 'unavailable'));
  expect(await loadThoughts(answerId)).toEqual({ text: 'Let me see.' });
  expect(await loadThoughts(answerId)).toMatchObject({ problem: { key: 'errors.unavailable' } });
});
