import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from '#server/config.ts';
import { handOver } from '#server/gateways/models/writeRequest.ts';

/** OpenAI over its chat completions, which gateways that stand in for it speak too. */
export async function openaiModels(
  config: ProviderConfig,
): Promise<(name: string) => LanguageModelV4> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({
    apiKey: config.apiKey,
    baseURL: config.baseUrl ?? 'https://api.openai.com/v1',
    fetch: handOver,
  });
  return (name) => provider.chat(name);
}
