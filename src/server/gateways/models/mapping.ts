import type { ProviderName } from '#server/config.ts';

/** How much an upstream model may think before it answers; left out, as much as it likes. */
export type Reasoning = 'none' | 'low';

export type UpstreamModel = { provider: ProviderName; name: string; reasoning?: Reasoning };

type Mapping = {
  upstream: UpstreamModel;
  /** `YYYY-MM-DD` (UTC) from which another model answers, because the provider shuts this one down. */
  successor?: { from: string; upstream: UpstreamModel };
};

/**
 * The default upstream of each text model of the catalogue. Where a provider has shut a model down, its living
 * successor answers. Successors think by default; a chat wants its first word early and its tokens for the answer,
 * so thinking is off or low. When a provider announces a shutdown, add a `successor` with its date.
 */
const mappings: Readonly<Record<string, Mapping>> = {
  // Shut down 2026-10-23. The provider suggests gpt-5.6-terra; at 1 credit a question only luna pays for itself.
  'gpt-3.5-turbo': { upstream: openai('gpt-6-luna') },
  'gpt-4o-mini': {
    upstream: { provider: 'openai', name: 'gpt-4o-mini' },
    successor: { from: '2027-01-14', upstream: openai('gpt-6-luna') },
  },
  // Both shut down 2026-10-23, with this successor suggested.
  'gpt-4-1106-preview': { upstream: openai('gpt-5.6-sol') },
  'gpt-4-turbo': { upstream: openai('gpt-5.6-sol') },
  // Shut down 2025-07-21.
  'claude-2': { upstream: anthropic('claude-haiku-5-5') },
  'claude-3-sonnet': { upstream: anthropic('claude-sonnet-5-5') },
  // Shut down 2025-10-28.
  'claude-3.5-sonnet': { upstream: anthropic('claude-sonnet-5-5') },
  // Shut down 2026-01-05. Its successor always thinks; low is the least it offers.
  'claude-3-opus': { upstream: anthropic('claude-opus-5-5', 'low') },
  // Groq shut down both Llamas 2026-08-16 (enterprise contracts excepted) and names these; they always think.
  'llama-3.1-8b-instant': { upstream: groq('openai/gpt-oss-20b') },
  'llama-3.1-70b-versatile': { upstream: groq('openai/gpt-oss-120b') },
};

/** The upstream model that answers for a model of the catalogue at a time, if there is one. */
export function upstreamOf(modelId: string, now: Date): UpstreamModel | undefined {
  const mapping = Object.hasOwn(mappings, modelId) ? mappings[modelId] : undefined;
  const successor = mapping?.successor;
  const isOver = successor !== undefined && now.toISOString().slice(0, 10) >= successor.from;
  return isOver ? successor.upstream : mapping?.upstream;
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
