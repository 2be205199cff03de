import { dayOf } from '#domain/dates.ts';
import type { Model, ModelInput, ModelProvider } from '#domain/models/models.ts';
import type { UpstreamProvider } from '#domain/models/providers.ts';
import type { ShutdownDays } from '#domain/models/shutdowns.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { chosenUpstream, upstreamOf } from '#server/gateways/models/mapping.ts';
import { type Reasoning, leastReasoning } from '#server/gateways/models/reasoning.ts';
import { isShutDown, knownShutdowns } from '#server/gateways/models/shutdowns.ts';

/** A model of the catalogue, with the upstream that the operator chose for it, if any. */
export type RoutedModel = Model & {
  upstream?: { provider: UpstreamProvider; name: string } | undefined;
  /** When providers shut models down; omitted: the shipped days. */
  shutdowns?: ShutdownDays | undefined;
};

/** An upstream that a question may go to. */
export type UpstreamTarget = {
  provider: ProviderConfig;
  /** The provider's name in records and error messages. */
  label: ModelProvider | 'sandbox';
  name: string;
  /** The model that really answers; for the sandbox, the model that it replaces. */
  answers: string;
  reasoning: Reasoning | undefined;
};

/**
 * Returns the upstreams of a model in the order in which they are tried: its own provider, then the compatible one;
 * without both, the sandbox at `sandbox.url`. A compatible server with one model for everything (`COMPATIBLE_MODEL`) is
 * no fallback, because a different model would answer for the same price. Upstreams that were shut down are left out,
 * and the sandbox never stands in for them.
 */
export function targetsOf(
  model: RoutedModel,
  providers: readonly ProviderConfig[],
  sandbox: { url: string } | undefined,
  now = new Date(),
): UpstreamTarget[] {
  const upstream = upstreamFor(model, now);
  if (!upstream) return [];
  const { name, reasoning } = upstream;
  const own = providers.find((provider) => provider.name === upstream.provider);
  const compatible = providers.find((provider) => provider.name === 'compatible');
  const targets: UpstreamTarget[] = [];
  if (own && own !== compatible) {
    targets.push({ provider: own, label: own.name, name, answers: name, reasoning });
  }
  // The operator's choice takes precedence over the one model of that server.
  const fixed = own === compatible ? undefined : compatible?.model;
  if (compatible && (targets.length === 0 || fixed === undefined)) {
    const there = fixed ?? name;
    targets.push({
      provider: compatible,
      label: 'compatible',
      name: there,
      answers: there,
      reasoning: leastReasoning('compatible', there),
    });
  }
  if (targets.length === 0 && sandbox) return [sandboxTarget(model, name, sandbox.url)];
  const { shutdowns = knownShutdowns } = model;
  return targets.filter((target) => !isShutDown(shutdowns, upstreamName(target), dayOf(now)));
}

/** Returns `provider/upstream model`, as records and settings name it. */
export function upstreamName({ label, name }: Pick<UpstreamTarget, 'label' | 'name'>): string {
  return `${label}/${name}`;
}

/** Returns the kinds of files that the model, its wire protocol and its server all accept. */
export function inputsOf(
  model: RoutedModel,
  { provider, label }: UpstreamTarget,
): readonly ModelInput[] {
  // Nothing is known about models that an operator chose there. Most read text only.
  if (provider.name === 'groq') {
    return model.upstream ? [] : model.inputs.filter((input) => input === 'image');
  }
  if (provider.name !== 'compatible' || label === 'sandbox') return model.inputs;
  const { inputs = [] } = provider;
  // One model that answers for all has its own inputs, not those of the catalogue's model.
  return provider.model === undefined ? inputs.filter((one) => model.inputs.includes(one)) : inputs;
}

function upstreamFor(model: RoutedModel, now: Date) {
  if (model.kind !== 'text') return undefined;
  const { upstream, id, retired } = model;
  return upstream ? chosenUpstream(upstream.provider, upstream.name) : upstreamOf(id, now, retired);
}

/** The sandbox gets the catalogue's name, because its answer names the chosen model. */
function sandboxTarget(model: Model, answers: string, baseUrl: string): UpstreamTarget {
  return {
    provider: { name: 'compatible', apiKey: '', baseUrl, model: undefined },
    label: 'sandbox',
    name: model.id,
    answers,
    reasoning: undefined,
  };
}
