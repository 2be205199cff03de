import { expect, it } from 'vitest';
import { upstreamTitle } from '#domain/models/upstreamTitle.ts';

it.each([
  ['gpt-4.1-mini', 'GPT-4.1 mini'],
  ['gpt-6-luna', 'GPT-6 luna'],
  ['gpt-image-1-mini', 'GPT Image 1 mini'],
  ['claude-haiku-5-5', 'Claude Haiku 5.5'],
  ['claude-3-opus-20240229', 'Claude 3 Opus'],
  ['openai/gpt-oss-20b', 'GPT-OSS 20b'],
  ['V5', 'Suno V5'],
  ['Qwen/Qwen3 (free)', 'Qwen3 (free)'],
])('writes the name of the model %s as people do', (name, title) => {
  expect(upstreamTitle(name)).toBe(title);
});
