import { afterEach, describe, expect, it } from 'vitest';
import type { Attachment } from '#contract/chat/attachments.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { defaultChatSettings } from '#domain/chat/chatSettings.ts';
import { searchModel } from '#domain/models/models.ts';
import { $chatSettings, $personalTokens } from '#stores/chat/chatSettings.ts';
import { findChatModel, priceAndOptions, priceQuestion } from '#stores/chat/questionPrice.ts';
import { $gpts } from '#stores/gpts/gpts.ts';

const turbo = { model: 'gpt-4-turbo' };
const stepCharacters = 6_900 * 4;

const notes: Attachment = {
  id: '7d4f1f43-6f0c-4e37-9d0c-5d5f5f1b0a01',
  kind: 'text',
  name: 'notes.txt',
  type: 'text/plain',
  size: 9,
  width: null,
  height: null,
  characters: 40_000,
  pages: null,
  tokens: 10_000,
};

const question = (characters: number, attachments: Attachment[] = []) => ({
  text: 'x'.repeat(characters),
  attachments,
});

/** A loaded GPT, with only the fields that its price depends on. */
function loadedGpt(model: string, instructions: string): { gpt: string } {
  const gpt = {
    id: 'own',
    name: 'Own',
    description: null,
    instructions,
    prompt_starters: [],
    model,
  };
  $gpts.setKey('own', { state: 'ready', gpt: gpt as unknown as Gpt });
  return { gpt: 'own' };
}

afterEach(() => {
  $chatSettings.set(defaultChatSettings);
  $gpts.set({});
});

const limitOf = (...asked: Parameters<typeof priceAndOptions>) =>
  priceAndOptions(...asked).max_price;

describe('the price that is sent as a limit', () => {
  it('is that of each step of the text and its files', () => {
    expect(limitOf(turbo, undefined, question(stepCharacters))).toBe(4);
    expect(limitOf(turbo, undefined, question(stepCharacters + 1))).toBe(8);
    expect(limitOf(turbo, undefined, question(10, [notes]))).toBe(8);
    expect(limitOf({ model: 'gpt-4o-mini' }, undefined, question(10, [notes]))).toBe(1);
  });

  it('does not count the white space around the text, which the server drops', () => {
    const text = ` ${'x'.repeat(stepCharacters)}\n\n`;
    expect(limitOf(turbo, undefined, { text, attachments: [] })).toBe(4);
  });

  it('counts the instructions of the settings for models, and for GPTs their own', () => {
    const own = question(stepCharacters - 100);
    $chatSettings.set({ ...defaultChatSettings, system_prompt: 'x'.repeat(800) });
    expect(limitOf(turbo, undefined, own)).toBe(8);
    expect(limitOf(loadedGpt('gpt-4o-mini', 'Help.'), undefined, own)).toBe(1);
    expect(limitOf(loadedGpt('gpt-4o-mini', 'x'.repeat(58_000 * 4)), undefined, own)).toBe(2);
    expect(limitOf(loadedGpt('gpt-4-turbo', 'Help.'), undefined, own)).toBe(4);
  });

  it('counts the custom instructions and the memory for models and GPTs, not for AI search', () => {
    const own = question(stepCharacters);
    $personalTokens.set(1);
    expect(limitOf(turbo, undefined, own)).toBe(8);
    const search = limitOf({ model: searchModel.id }, undefined, own);
    $personalTokens.set(0);
    expect(limitOf(turbo, undefined, own)).toBe(4);
    expect(limitOf({ model: searchModel.id }, undefined, own)).toBe(search);
    const gpt = loadedGpt('gpt-4-turbo', 'Help.');
    $personalTokens.set(20_000);
    expect(limitOf(gpt, undefined, question(10))).toBeGreaterThan(1);
    $personalTokens.set(0);
  });

  it('is one price if the GPT or its model is not loaded', () => {
    expect(limitOf({ gpt: 'unknown' }, undefined, question(400_000))).toBe(1);
    expect(limitOf(loadedGpt('hidden-model', ''), undefined, question(400_000))).toBe(1);
  });

  it('is that of the options for pictures, and that of AI search', () => {
    const options = { kind: 'picture', size: 'square', quality: 'high' } as const;
    expect(limitOf({ model: 'dall-e-3' }, options, question(4_000))).toBe(24);
    expect(limitOf({ model: searchModel.id }, undefined, question(4_000))).toBe(2);
  });
});

describe('the price that is shown', () => {
  it('includes how often the price of one step is charged', () => {
    const model = findChatModel('claude-3-opus');
    if (!model) throw new Error('There is no claude-3-opus');
    const price = priceQuestion(question(120_000), { model }, defaultChatSettings);
    expect(price).toEqual({ price: 30, each: 10, steps: 3 });
  });
});
