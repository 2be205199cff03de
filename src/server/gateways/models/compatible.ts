import type { LanguageModelV4 } from '@ai-sdk/provider';
import { handOver } from '#server/gateways/models/writeRequest.ts';

/** Anything that speaks OpenAI's chat completions: Ollama, vLLM, gateways, the sandbox. */
export async function compatibleModels(config: {
  baseUrl: string;
  /** Empty for servers that ask for none. */
  apiKey: string;
  /** How error messages call it. */
  label: string;
}): Promise<(name: string) => LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: config.baseUrl,
    includeUsage: true,
    ...(config.apiKey !== '' && { apiKey: config.apiKey }),
    fetch: handOver,
  });
  return (name) => provider.chatModel(name);
}
