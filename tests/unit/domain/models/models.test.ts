import { describe, expect, it } from 'vitest';
import {
  defaultGptModel,
  findModel,
  gptPrice,
  modelGroups,
  models,
} from '#domain/models/models.ts';

describe('the model catalogue', () => {
  it.each([
    ['GPT-3.5-turbo', 'gpt-3.5-turbo', 'openai', 1],
    ['GPT-4o-mini', 'gpt-4o-mini', 'openai', 1],
    ['GPT-4-1106-preview', 'gpt-4-1106-preview', 'openai', 4],
    ['GPT-4-turbo', 'gpt-4-turbo', 'openai', 4],
    ['DALL-E-3', 'dall-e-3', 'art', 4],
    ['Suno-V3', 'suno-v3', 'art', 5],
    ['Luma-Video', 'luma-video', 'art', 5],
    ['Llama-3.1-8b-instant', 'llama-3.1-8b-instant', 'llama', 1],
    ['Llama-3.1-70b-versatile', 'llama-3.1-70b-versatile', 'llama', 1],
    ['Claude 2', 'claude-2', 'claude', 2],
    ['Claude 3 Sonnet', 'claude-3-sonnet', 'claude', 5],
    ['Claude 3.5 Sonnet', 'claude-3.5-sonnet', 'claude', 10],
    ['Claude 3 Opus', 'claude-3-opus', 'claude', 10],
  ])('prices a question to %s (%s, in %s) at %i credits', (title, id, group, price) => {
    expect(findModel(id)).toMatchObject({ title, group, price });
  });

  it('has beside them the models that answer today, under their own names', () => {
    const named = models.filter(({ kind, retired }) => kind === 'text' && !retired);
    expect(named.map(({ id, title, group, price }) => [title, id, group, price])).toEqual([
      ['GPT-6 luna', 'gpt-6-luna', 'openai', 1],
      ['GPT-6 sol', 'gpt-6-sol', 'openai', 4],
      ['Claude Haiku 5.5', 'claude-haiku-5-5', 'claude', 1],
      ['Claude Sonnet 5.5', 'claude-sonnet-5-5', 'claude', 4],
      ['Claude Opus 5.5', 'claude-opus-5-5', 'claude', 8],
      ['GPT-OSS 20b', 'gpt-oss-20b', 'llama', 1],
      ['GPT-OSS 120b', 'gpt-oss-120b', 'llama', 1],
    ]);
    expect(models).toHaveLength(13 + named.length);
    expect(modelGroups).toEqual(['openai', 'claude', 'llama', 'art']);
  });

  it('prices a question to any GPT at one credit', () => {
    expect(gptPrice).toBe(1);
    expect(findModel(defaultGptModel)).toBeDefined();
  });
});
