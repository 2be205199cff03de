import type { MediaKind } from '#domain/media.ts';
import { modelProviders } from '#domain/models.ts';

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

/** Whether a provider has models of this kind. */
export function offersKind(provider: UpstreamProvider, kind: 'text' | MediaKind): boolean {
  if (kind === 'text') return modelProviders.some((name) => name === provider);
  return mediaProviderNames.some(
    (name) => name === provider && mediaProviderKinds[name].includes(kind),
  );
}
