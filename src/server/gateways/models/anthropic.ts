import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from '#server/config.ts';
import { handOver } from '#server/gateways/models/writeRequest.ts';

/** Anthropic over its Messages API. */
export async function anthropicModels(
  config: ProviderConfig,
): Promise<(name: string) => LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const provider = createAnthropic({
    apiKey: config.apiKey,
    baseURL: config.baseUrl ?? 'https://api.anthropic.com/v1',
    fetch: handOver,
  });
  return (name) => provider.languageModel(name);
}
