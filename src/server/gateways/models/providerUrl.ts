import type { ModelProvider } from '#domain/models/models.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';

const defaultBaseUrls: Readonly<Record<ModelProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  groq: 'https://api.groq.com/openai/v1',
  compatible: '',
};

/** Returns the URL of a provider's path, which begins with `/`. */
export function providerUrl({ name, baseUrl }: ProviderConfig, path: string): string {
  return `${(baseUrl ?? defaultBaseUrls[name]).replace(/\/$/, '')}${path}`;
}

/** Returns the headers that carry the key; none for servers that ask for none. */
export function keyHeaders({ name, apiKey }: ProviderConfig): Record<string, string> {
  if (name === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
}
