import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from '#server/config.ts';

/** The language models of one provider, by their upstream name. */
export type LanguageModels = (name: string) => LanguageModelV4;

/**
 * Loads a provider's adapter. Loading takes a while, so it waits for the first question; a model is made once, because
 * the SDK makes the schemas of its answers anew with each.
 */
export async function loadAdapter(config: ProviderConfig, label: string): Promise<LanguageModels> {
  const make = await load(config, label);
  const made = new Map<string, LanguageModelV4>();
  return (name) => {
    const model = made.get(name) ?? make(name);
    made.set(name, model);
    return model;
  };
}

async function load(config: ProviderConfig, label: string): Promise<LanguageModels> {
  switch (config.name) {
    case 'openai':
      return (await import('#server/gateways/models/openai.ts')).openaiModels(config);
    case 'anthropic':
      return (await import('#server/gateways/models/anthropic.ts')).anthropicModels(config);
    case 'groq':
      return (await import('#server/gateways/models/groq.ts')).groqModels(config);
    case 'compatible': {
      const { compatibleModels } = await import('#server/gateways/models/compatible.ts');
      return compatibleModels({ baseUrl: config.baseUrl ?? '', apiKey: config.apiKey, label });
    }
  }
}
