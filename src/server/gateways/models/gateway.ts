import type { Model, ModelInput } from '#domain/models.ts';
import type { Config, ProviderConfig } from '#server/config.ts';
import { type LanguageModels, loadAdapter } from '#server/gateways/models/adapters.ts';
import { type Reasoning, upstreamOf } from '#server/gateways/models/mapping.ts';
import {
  type ModelGateway,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import { streamParts } from '#server/gateways/models/stream.ts';

/** Where a question goes, before it is connected. */
type Target = {
  provider: ProviderConfig;
  /** What the record and error messages call the provider. */
  label: string;
  name: string;
  reasoning: Reasoning | undefined;
};

/**
 * Connects the models of the catalogue to what is configured: a model's own provider, else the compatible one, else
 * the sandbox at `sandbox.url` (its base URL, `/v1` included). Nothing is loaded or reached before the first question.
 * `close` ends running answers with `server_stopped`.
 */
export function createModelGateway(
  config: Pick<Config, 'providers'>,
  sandbox: { url: string } | undefined,
): ModelGateway {
  const closing = new AbortController();
  const adapters = new Map<string, Promise<LanguageModels>>();
  const adapterOf = (target: Target): Promise<LanguageModels> => {
    const loading = adapters.get(target.label) ?? loadAdapter(target.provider, target.label);
    adapters.set(target.label, loading);
    return loading;
  };
  return {
    route(model) {
      const target = targetOf(model, config.providers, sandbox);
      return target && routeTo(target, inputsOf(model, target), adapterOf, closing.signal);
    },
    async close() {
      closing.abort(new UpstreamError('server_stopped', 'The server is stopping'));
    },
  };
}

function targetOf(
  model: Model,
  providers: readonly ProviderConfig[],
  sandbox: { url: string } | undefined,
): Target | undefined {
  const upstream = model.kind === 'text' ? upstreamOf(model.id, new Date()) : undefined;
  if (!upstream) return undefined;
  const own = providers.find(({ name }) => name === upstream.provider);
  if (own) {
    return { provider: own, label: own.name, name: upstream.name, reasoning: upstream.reasoning };
  }
  const compatible = providers.find(({ name }) => name === 'compatible');
  if (compatible) {
    const name = compatible.model ?? upstream.name;
    return { provider: compatible, label: 'compatible', name, reasoning: undefined };
  }
  return sandbox && sandboxTarget(model, sandbox.url);
}

/** The sandbox hears the name of the catalogue, so that its answer names the model that was chosen. */
function sandboxTarget(model: Model, baseUrl: string): Target {
  return {
    provider: { name: 'compatible', apiKey: '', baseUrl, model: undefined },
    label: 'sandbox',
    name: model.id,
    reasoning: undefined,
  };
}

/** What the model, its wire protocol and its server can look at, all three. */
function inputsOf(model: Model, { provider, label }: Target): readonly ModelInput[] {
  if (provider.name === 'groq') return model.inputs.filter((input) => input === 'image');
  if (provider.name !== 'compatible' || label === 'sandbox') return model.inputs;
  const { inputs = [] } = provider;
  // One model that answers for all is not the one that the catalogue names.
  return provider.model === undefined ? inputs.filter((one) => model.inputs.includes(one)) : inputs;
}

function routeTo(
  target: Target,
  inputs: readonly ModelInput[],
  adapterOf: (target: Target) => Promise<LanguageModels>,
  closing: AbortSignal,
): ModelRoute {
  return {
    upstream: `${target.label}/${target.name}`,
    sandbox: target.label === 'sandbox',
    inputs,
    async *stream(request, signal) {
      const models = await adapterOf(target);
      yield* streamParts(
        {
          provider: target.label,
          languageModel: models(target.name),
          reasoning: target.reasoning,
        },
        request,
        AbortSignal.any([signal, closing]),
      );
    },
  };
}
