import { describe, expect, it } from 'vitest';
import { type ModelProvider, findModel } from '#domain/models/models.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import type { RoutedModel } from '#server/gateways/models/targets.ts';

const provider = (name: ModelProvider, model?: string): ProviderConfig => ({
  name,
  apiKey: 'key',
  baseUrl: 'http://127.0.0.1:9/v1',
  model,
});

/** The upstreams that are asked one after the other. */
function asked(
  id: string,
  providers: readonly ProviderConfig[],
  upstream?: RoutedModel['upstream'],
  hasSandbox = true,
): string[] {
  const model = findModel(id);
  if (!model) throw new Error(`No model ${id}`);
  const gateway = createModelGateway({ providers }, hasSandbox ? { url: 'http://x' } : undefined);
  const names: string[] = [];
  for (let route = gateway.route({ ...model, upstream }); route; route = route.fallback) {
    names.push(route.upstream);
  }
  return names;
}

describe('a question to a model', () => {
  it('goes to its own provider, then to a compatible one that has the same model', () => {
    const both = [provider('openai'), provider('compatible')];
    expect(asked('gpt-4-turbo', both)).toEqual(['openai/gpt-6-sol', 'compatible/gpt-6-sol']);
    expect(asked('claude-2', both)).toEqual(['compatible/claude-haiku-5-5']);
  });

  it('is never sent to a server that would answer with another model at its price', () => {
    const one = provider('compatible', 'llama3.1');
    expect(asked('gpt-4-turbo', [provider('openai'), one])).toEqual(['openai/gpt-6-sol']);
    expect(asked('claude-2', [provider('openai'), one])).toEqual(['compatible/llama3.1']);
  });

  it('goes to the upstream that the operator chose', () => {
    const all = [provider('openai'), provider('anthropic'), provider('compatible', 'llama3.1')];
    const chosen = (name: ModelProvider) =>
      asked('gpt-4-turbo', all, { provider: name, name: 'x' });
    expect(chosen('anthropic')).toEqual(['anthropic/x']);
    expect(chosen('compatible')).toEqual(['compatible/x']);
    expect(chosen('groq')).toEqual(['compatible/llama3.1']);
  });

  it('goes to the sandbox without a provider, or is refused', () => {
    expect(asked('gpt-4-turbo', [provider('groq')])).toEqual(['sandbox/gpt-4-turbo']);
    expect(asked('gpt-4-turbo', [provider('groq')], undefined, false)).toEqual([]);
    expect(asked('dall-e-3', [provider('openai')])).toEqual([]);
  });
});
