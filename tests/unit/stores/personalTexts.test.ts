import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { $chatSettings, $personalTokens, loadChatSettings } from '#stores/chat/chatSettings.ts';
import {
  $personalTexts,
  forgetLine,
  loadPersonalTexts,
  rememberLine,
  saveInstructions,
} from '#stores/chat/personalTexts.ts';
import {
  customInstructionMaxCharacters,
  memoryLineMaxCharacters,
} from '#domain/chat/personalTexts.ts';
import { defaultChatSettings } from '#domain/chat/chatSettings.ts';
import { type FakeApi, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

const none = { about_me: '', how_to_answer: '', memory: [], tokens: 0 };
const line = {
  id: '7f1f6a0e-3d5c-4a55-9c5e-6a6d1d1f0a01',
  text: 'I bake.',
  created: '2026-01-01T00:00:00.000Z',
};
const one = { ...none, memory: [line], tokens: 14 };

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  $personalTexts.set({ state: 'loading' });
  $personalTokens.set(0);
});

afterAll(() => api.close());

it('loads the texts, and again after a failure', async () => {
  api.answer(refuse(503, 'unavailable'), json(one));
  await loadPersonalTexts();
  expect($personalTexts.get()).toMatchObject({ state: 'failed' });
  await loadPersonalTexts();
  expect($personalTexts.get()).toEqual({ state: 'ready', texts: one });
  expect($personalTokens.get()).toBe(14);
});

it('saves lines and instructions, and shows the server’s state after each change', async () => {
  api.answer(json(one), json({ ...one, about_me: 'A baker', tokens: 25 }), json(none));
  expect(await rememberLine('I bake.', line.id)).toBeUndefined();
  expect($personalTexts.get()).toEqual({ state: 'ready', texts: one });
  await saveInstructions('A baker', '');
  expect($personalTokens.get()).toBe(25);
  await forgetLine(line.id);
  expect($personalTexts.get()).toEqual({ state: 'ready', texts: none });
  expect($personalTokens.get()).toBe(0);
});

it('returns why a line was not stored, and keeps what was there', async () => {
  api.answer(json(one), refuse(409, 'memory_full', { limit: 50 }));
  await loadPersonalTexts();
  expect(await rememberLine('One more')).toEqual({
    key: 'errors.memory_full',
    values: { limit: 50 },
  });
  expect($personalTexts.get()).toEqual({ state: 'ready', texts: one });
});

it('refuses a text over its limit, and says by how much', async () => {
  api.answer(json(one));
  const tooLong = (count: number) => ({ key: 'chat.edit.tooLong', values: { count } });
  const most = { line: memoryLineMaxCharacters, instruction: customInstructionMaxCharacters };
  expect(await rememberLine('x'.repeat(most.line + 100))).toEqual(tooLong(100));
  expect(await saveInstructions('', 'x'.repeat(most.instruction + 1))).toEqual(tooLong(1));
  expect(api.seen).toEqual([]);
  expect(await rememberLine('x'.repeat(most.line))).toBeUndefined();
});

it('learns the tokens of the texts with the settings, which do not keep them', async () => {
  api.answer(json({ ...defaultChatSettings, personal_tokens: 30 }));
  await loadChatSettings();
  expect($personalTokens.get()).toBe(30);
  expect($chatSettings.get()).toEqual(defaultChatSettings);
});
