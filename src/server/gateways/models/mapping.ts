import { dayOf } from '#domain/dates.ts';
import { findShippedModel } from '#domain/models/models.ts';
import { ownValue } from '#domain/ownValue.ts';
import type { UpstreamProvider } from '#domain/models/providers.ts';
import { type Reasoning, leastReasoning } from '#server/gateways/models/reasoning.ts';

export type UpstreamModel = { provider: UpstreamProvider; name: string; reasoning?: Reasoning };

type Mapping = {
  /** The upstream while the provider runs the model itself; omitted once it is shut down. */
  own?: UpstreamModel;
  /**
   * The upstream from the day of the shutdown on (`retired` in `domain/models/models.ts`), or always for a model without
   * such a day.
   */
  successor: UpstreamModel;
};

/**
 * The default upstream of each text model of the catalogue. A model that its provider has shut down is answered by its
 * successor. Successors think by default, but a chat needs its first word early and its tokens for the answer, so
 * thinking is off or low. When a provider announces a shutdown, set the day in `domain/models/models.ts`, or in `shutdowns.ts`
 * if no successor is known.
 */
const mappings: Readonly<Record<string, Mapping>> = {
  // The provider suggests gpt-5.6-terra; at 1 credit a question only luna pays for itself.
  'gpt-3.5-turbo': { successor: openai('gpt-6-luna') },
  'gpt-4o-mini': {
    own: { provider: 'openai', name: 'gpt-4o-mini' },
    successor: openai('gpt-6-luna'),
  },
  // The same model as for GPTs.
  'ai-search': {
    own: { provider: 'openai', name: 'gpt-4o-mini' },
    successor: openai('gpt-6-luna'),
  },
  // The provider suggests gpt-5.6-sol; this newer one takes half as much, which 4 credits pay at every price.
  'gpt-4-1106-preview': { successor: openai('gpt-6-sol') },
  'gpt-4-turbo': { successor: openai('gpt-6-sol') },
  'claude-2': { successor: anthropic('claude-haiku-5-5') },
  'claude-3-sonnet': { successor: anthropic('claude-sonnet-5-5') },
  'claude-3.5-sonnet': { successor: anthropic('claude-sonnet-5-5') },
  // Its successor always thinks; `low` is the least.
  'claude-3-opus': { successor: anthropic('claude-opus-5-5', 'low') },
  // Groq shut down both Llamas (enterprise contracts excepted) and names these; they always think.
  'llama-3.1-8b-instant': { successor: groq('openai/gpt-oss-20b') },
  'llama-3.1-70b-versatile': { successor: groq('openai/gpt-oss-120b') },
  // The models that answer today, under their own names.
  'gpt-6-luna': { successor: openai('gpt-6-luna') },
  'gpt-6-sol': { successor: openai('gpt-6-sol') },
  'claude-haiku-5-5': { successor: anthropic('claude-haiku-5-5') },
  'claude-sonnet-5-5': { successor: anthropic('claude-sonnet-5-5') },
  'claude-opus-5-5': { successor: anthropic('claude-opus-5-5', 'low') },
  'gpt-oss-20b': { successor: groq('openai/gpt-oss-20b') },
  'gpt-oss-120b': { successor: groq('openai/gpt-oss-120b') },
};

/**
 * Returns the upstream model that answers for a model of the catalogue at a time, if there is one. `retired` is the day
 * of the model's shutdown, if another one is known than the shipped one.
 */
export function upstreamOf(
  modelId: string,
  now: Date,
  retired = findShippedModel(modelId)?.retired,
): UpstreamModel | undefined {
  const mapping = mappingOf(modelId);
  const isOver = retired !== undefined && dayOf(now) >= retired;
  return isOver ? mapping?.successor : (mapping?.own ?? mapping?.successor);
}

/** Returns the upstream of a model of the catalogue before its shutdown, if the provider still runs it. */
export function ownUpstream(modelId: string): UpstreamModel | undefined {
  return mappingOf(modelId)?.own;
}

/** Returns an upstream that an operator chose, with the reasoning of the mappings above if they have it, else the least. */
export function chosenUpstream(provider: UpstreamProvider, name: string): UpstreamModel {
  const known = Object.values(mappings)
    .flatMap(({ own, successor }) => [own, successor])
    .find((upstream) => upstream?.provider === provider && upstream.name === name);
  if (known) return known;
  const reasoning = leastReasoning(provider, name);
  return { provider, name, ...(reasoning && { reasoning }) };
}

function mappingOf(modelId: string): Mapping | undefined {
  return ownValue(mappings, modelId);
}

function openai(name: string): UpstreamModel {
  return { provider: 'openai', name, reasoning: 'none' };
}

function anthropic(name: string, reasoning: Reasoning = 'none'): UpstreamModel {
  return { provider: 'anthropic', name, reasoning };
}

function groq(name: string): UpstreamModel {
  return { provider: 'groq', name, reasoning: 'low' };
}
