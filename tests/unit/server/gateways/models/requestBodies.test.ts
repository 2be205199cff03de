import { createAnthropic } from '@ai-sdk/anthropic';
import { createGroq } from '@ai-sdk/groq';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { type ModelProvider, findModel } from '#domain/models/models.ts';
import { chosenUpstream } from '#server/gateways/models/mapping.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';
import { writeRequest } from '#server/gateways/models/upstreamRequest.ts';

/** Models of today and of before, dated and unknown names, as an operator may choose them. */
const names: Readonly<Record<ModelProvider, string>> = {
  openai: `gpt-3.5-turbo gpt-4 gpt-4-turbo gpt-4o gpt-4o-mini gpt-4o-2024-11-20 gpt-4.1 gpt-4.1-nano
    gpt-4o-search-preview gpt-4o-mini-search-preview-2025-03-11 chatgpt-4o-latest o1 o1-2024-12-17 o3-mini o4-mini
    gpt-5 gpt-5-mini gpt-5-nano-2025-08-07 gpt-5-chat-latest gpt-5.1 gpt-5.1-chat-latest gpt-5.2-pro-2025-12-11
    gpt-5.3-codex gpt-5.4-mini gpt-5.5 gpt-5.6-sol gpt-6-astra gpt-6-luna gpt-6-sol gpt-6.1-terra gpt-10 omni own`,
  anthropic: `claude-instant-1.2 claude-2 claude-2.1 claude-3-haiku-20240307 claude-3-opus-20240229
    claude-3-5-sonnet-20241022 claude-3-7-sonnet-latest claude-sonnet-4-0 claude-sonnet-4-20250514 claude-opus-4-0
    claude-opus-4-20250514 claude-opus-4-1-20250805 claude-opus-4-1 claude-opus-4-5 claude-sonnet-4-5-20250929
    claude-haiku-4-5-20251001 claude-haiku-4-5 claude-sonnet-4-6 claude-opus-4-6 claude-opus-4-7 claude-opus-4-8
    claude-sonnet-5 claude-sonnet-5-5 claude-opus-5 claude-opus-5-5 claude-haiku-5-5 claude-fable-5 claude-fable-5-2
    claude-haiku-6 claude-quartz-7 other-model`,
  groq: `openai/gpt-oss-20b openai/gpt-oss-120b llama-3.3-70b-versatile qwen/qwen3.6-27b o3 gpt-5`,
  compatible: `qwen3 gpt-5 o3 claude-sonnet-5-5 gpt-4o-search-preview`,
};

const settings = [
  { temperature: undefined, limit: 4_000 },
  { temperature: 0, limit: 20 },
  { temperature: 0.7, limit: 16_000 },
  { temperature: 2, limit: 500_000 },
];

const picture = { type: 'image/png', name: 'A bird.png', bytes: Uint8Array.of(1, 2, 3) };
const pdf = { type: 'application/pdf', name: 'Über.pdf', bytes: Uint8Array.of(4, 5) };

describe.each(Object.entries(names) as [ModelProvider, string][])(
  'a request to %s',
  (name, all) => {
    it.each(all.split(/\s+/))('has the body that the SDK writes for %s', async (model) => {
      const { reasoning } = chosenUpstream(name, model);
      for (const { temperature, limit } of settings) {
        const files = name === 'groq' ? [picture] : [picture, pdf];
        const catalogued = { ...findModel('gpt-4o-mini')!, maxOutputTokens: limit };
        const target = {
          provider: providerOf(name),
          label: name,
          name: model,
          answers: model,
          reasoning,
        };
        const written = await writeRequest(target, {
          model: catalogued,
          instructions: 'Be brief.',
          turns: turnsWith(files),
          temperature,
        });
        const options = {
          prompt: promptWith(files),
          maxOutputTokens: limit,
          ...(temperature !== undefined && { temperature }),
          ...(reasoning && { reasoning }),
        };
        const expected = await writtenBySdk(name, model, options);
        expect(JSON.parse(written.body)).toEqual(JSON.parse(expected.body));
        expect(written.url).toBe(expected.url);
        expect(expected.headers).toMatchObject(written.headers);
      }
    });
  },
);

function providerOf(name: ModelProvider) {
  return { name, apiKey: 'sk-x', baseUrl: 'https://upstream.test/v1/', model: undefined };
}

type File = typeof picture;

function turnsWith(files: readonly File[]): PromptTurn[] {
  const read = files.map(({ bytes, ...file }) => ({ ...file, read: async () => bytes }));
  return [
    { role: 'user', text: ' First ' },
    { role: 'assistant', text: ' Second' },
    { role: 'user', text: 'Third', files: read.slice(0, 1) },
    { role: 'assistant', text: ' ' },
    { role: 'user', text: '', files: read },
    { role: 'user', text: '"Fourth"\n', files: read },
  ];
}

/** The same turns for the SDK, without the empty one. */
function promptWith(files: readonly File[]): LanguageModelV4Prompt {
  const parts = files.map(({ type, name, bytes }) => ({
    type: 'file' as const,
    mediaType: type,
    filename: name,
    data: { type: 'data' as const, data: bytes },
  }));
  const text = (value: string) => ({ type: 'text' as const, text: value });
  return [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [text(' First ')] },
    { role: 'assistant', content: [text(' Second')] },
    { role: 'user', content: [...parts.slice(0, 1), text('Third')] },
    { role: 'user', content: parts },
    { role: 'user', content: [...parts, text('"Fourth"\n')] },
  ];
}

type Sent = { url: string; headers: unknown; body: string };

async function writtenBySdk(
  name: ModelProvider,
  model: string,
  options: Parameters<LanguageModelV4['doStream']>[0],
): Promise<Sent> {
  const sent = Promise.withResolvers<Sent>();
  const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
    sent.resolve({ url: String(url), headers: init?.headers, body: init?.body as string });
    throw new Error('Nothing is sent');
  };
  const { apiKey, baseUrl: baseURL } = providerOf(name);
  const models = {
    openai: () => createOpenAI({ apiKey, baseURL, fetch }).chat(model),
    anthropic: () => createAnthropic({ apiKey, baseURL, fetch }).languageModel(model),
    groq: () => createGroq({ apiKey, baseURL, fetch }).languageModel(model),
    compatible: () =>
      createOpenAICompatible({ name, apiKey, baseURL, includeUsage: true, fetch }).chatModel(model),
  };
  await models[name]()
    .doStream(options)
    .then(undefined, () => undefined);
  return sent.promise;
}
