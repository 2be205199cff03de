import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from '#server/config.ts';
import { handOver } from '#server/gateways/models/writeRequest.ts';

/** Groq over its chat completions. */
export async function groqModels(
  config: ProviderConfig,
): Promise<(name: string) => LanguageModelV4> {
  const { createGroq } = await import('@ai-sdk/groq');
  const provider = createGroq({
    apiKey: config.apiKey,
    baseURL: config.baseUrl ?? 'https://api.groq.com/openai/v1',
    fetch: handOver,
  });
  return (name) => provider.languageModel(name);
}
