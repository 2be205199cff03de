import type { MediaKind } from '#domain/media/media.ts';
import { modelProviders } from '#domain/models/models.ts';

/** The providers of pictures, music and videos, in order of preference for each kind. */
export const mediaProviderNames = ['openai', 'luma', 'suno', 'fal', 'replicate'] as const;

export type MediaProviderName = (typeof mediaProviderNames)[number];

/** The kinds of media that each provider makes. */
export const mediaProviderKinds: Readonly<Record<MediaProviderName, readonly MediaKind[]>> = {
  openai: ['picture'],
  luma: ['video'],
  suno: ['music'],
  fal: ['picture', 'music', 'video'],
  replicate: ['picture', 'music', 'video'],
};

/** The providers that an operator can choose for a model of the catalogue: of text or of media. */
export const upstreamProviders = [...new Set([...modelProviders, ...mediaProviderNames])];

export type UpstreamProvider = (typeof upstreamProviders)[number];

/** The search engines of AI search, in the order in which they are asked. */
export const searchProviderNames = ['searxng', 'brave', 'tavily'] as const;

export type SearchProviderName = (typeof searchProviderNames)[number];

/** Every provider that spends the operator's money or can be paused: all of them can have a daily cap. */
export const cappedProviders = [...upstreamProviders, ...searchProviderNames];

/** The name under which a maker of media is closed: apart from its text, so that trouble with pictures closes no chat. */
export function mediaLane(provider: string): string {
  return modelProviders.some((name) => name === provider) ? `${provider}-media` : provider;
}

/** Whether a provider has models of this kind. */
export function offersKind(provider: UpstreamProvider, kind: 'text' | MediaKind): boolean {
  if (kind === 'text') return modelProviders.some((name) => name === provider);
  return mediaProviderNames.some(
    (name) => name === provider && mediaProviderKinds[name].includes(kind),
  );
}
