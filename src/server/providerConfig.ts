import { type ModelInput, type ModelProvider, modelInputs } from '#domain/models/models.ts';
import type { EnvironmentReader } from '#server/environment.ts';

export type ProviderConfig = {
  name: ModelProvider;
  apiKey: string;
  /** More keys, which are used in turn with the first one. */
  otherKeys?: readonly string[];
  baseUrl: string | undefined;
  /** For `compatible`: the upstream model that replaces every model of the catalogue, if set. */
  model: string | undefined;
  /** For `compatible`: the kinds of attachments that its models accept; none by default. */
  inputs?: readonly ModelInput[];
};

/** Reads the providers of models of text that have a key or an address. */
export function readProviders(read: EnvironmentReader): ProviderConfig[] {
  const providers: ProviderConfig[] = [];
  for (const [name, prefix] of [
    ['openai', 'OPENAI'],
    ['anthropic', 'ANTHROPIC'],
    ['groq', 'GROQ'],
  ] as const) {
    const [apiKey, ...otherKeys] = read.keys(`${prefix}_API_KEY`);
    const baseUrl = read.httpUrl(`${prefix}_BASE_URL`);
    if (apiKey) providers.push({ name, apiKey, ...others(otherKeys), baseUrl, model: undefined });
  }
  const baseUrl = read.httpUrl('COMPATIBLE_BASE_URL');
  if (baseUrl) {
    const [apiKey = '', ...otherKeys] = read.keys('COMPATIBLE_API_KEY');
    const inputs = read.someOf('COMPATIBLE_INPUTS', modelInputs);
    const model = read.text('COMPATIBLE_MODEL');
    const keys = { apiKey, ...others(otherKeys) };
    providers.push({ name: 'compatible', ...keys, baseUrl, model, inputs });
  }
  return providers;
}

function others(otherKeys: readonly string[]): Pick<ProviderConfig, 'otherKeys'> {
  return otherKeys.length === 0 ? {} : { otherKeys };
}
