import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultChatSettings } from '#domain/chat/chatSettings.ts';
import {
  $chatSettings,
  $settingsSync,
  type ChatSettings,
  loadChatSettings,
  repeatSettings,
  restoreDefaultSettings,
  saveChatSettings,
} from '#stores/chat/chatSettings.ts';
import { $models } from '#stores/models/models.ts';
import { readFields, settingsLimits, toFields } from '#stores/chat/settingsFields.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';

let api: FakeApi;

const own: ChatSettings = {
  temperature: 0.5,
  max_output_tokens: 500,
  history_turns: 3,
  system_prompt: 'Be brief.',
  send_key: 'mod_enter',
};

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(() => {
  $chatSettings.set(defaultChatSettings);
  $settingsSync.set({ state: 'loading' });
});

afterAll(() => {
  $chatSettings.set(defaultChatSettings);
  return api.close();
});

describe('the settings of a chat', () => {
  it('come from the server, and go back to the defaults', async () => {
    api.answer(json(own), json(defaultChatSettings));
    await loadChatSettings();
    expect($chatSettings.get()).toEqual(own);
    await restoreDefaultSettings();
    expect($chatSettings.get()).toEqual(defaultChatSettings);
    expect(JSON.parse(api.seen[1]?.body ?? '')).toEqual(defaultChatSettings);
  });

  it('apply at once, and are sent in their last state', async () => {
    api.answer(({ body }, response) => json(JSON.parse(body))({} as never, response));
    const first = saveChatSettings({ ...own, temperature: 1 });
    const second = saveChatSettings({ ...own, temperature: 1.5 });
    const third = saveChatSettings({ ...own, temperature: 2 });
    expect($chatSettings.get().temperature).toBe(2);
    await Promise.all([first, second, third]);
    expect(api.seen.at(-1)?.body).toBe(JSON.stringify({ ...own, temperature: 2 }));
    expect(api.seen.length).toBeLessThan(3);
    expect($settingsSync.get()).toEqual({ state: 'saved' });
  });

  it('are kept when they cannot be stored, and are sent again', async () => {
    api.answer(hangUp);
    await saveChatSettings(own);
    expect($chatSettings.get()).toEqual(own);
    expect($settingsSync.get()).toMatchObject({ state: 'saveFailed' });
    api.answer(json(own));
    await repeatSettings();
    expect($settingsSync.get()).toEqual({ state: 'saved' });
  });

  it('show that they could not be loaded', async () => {
    api.answer(refuse(503, 'unavailable'), json(own));
    await loadChatSettings();
    expect($settingsSync.get()).toMatchObject({ problem: { key: 'errors.unavailable' } });
    await repeatSettings();
    expect($chatSettings.get()).toEqual(own);
  });
});

describe('the fields of the settings', () => {
  const limits = settingsLimits($models.get().models);

  it('have the set values, and leave empty ones to the model', () => {
    const { send_key: _, ...settings } = own;
    expect(readFields(toFields(own), limits)).toEqual({ valid: true, settings });
    const empty = readFields(toFields(defaultChatSettings), limits);
    expect(empty).toMatchObject({ valid: true, settings: { temperature: null } });
  });

  it('take a decimal comma', () => {
    const fields = { ...toFields(own), temperature: '0,7' };
    expect(readFields(fields, limits)).toMatchObject({ settings: { temperature: 0.7 } });
  });

  it.each([
    ['temperature', '2.5'],
    ['temperature', 'warm'],
    ['temperature', '-1'],
    ['maxOutput', '15'],
    ['maxOutput', '12.5'],
    ['maxOutput', '9000000'],
    ['history', '501'],
    ['history', '1e2'],
    ['systemPrompt', 'a'.repeat(8_001)],
  ])('explain the error in %s: %s', (name, value) => {
    const read = readFields({ ...toFields(own), [name]: value }, limits);
    expect(read.valid ? [] : Object.keys(read.problems)).toEqual([name]);
  });

  it('allow no longer answer than any model writes', () => {
    const longest = Math.max(...$models.get().models.map((model) => model.max_output_tokens));
    expect(limits.maxOutput).toBe(longest);
  });
});
