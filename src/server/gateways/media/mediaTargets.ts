import { dayOf } from '#domain/dates.ts';
import type { MediaKind } from '#domain/media.ts';
import type { ShutdownDays } from '#domain/shutdowns.ts';
import { isShutDown, knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import type { MediaConfig, MediaProviderName } from '#server/mediaConfig.ts';

/** The provider of a media model, and the provider's name of the model. */
export type MediaTarget = { provider: MediaProviderName | 'sandbox'; model: string };

/**
 * Each provider's model of each kind, if the operator chose none. The names in the catalogue are older: OpenAI shut
 * down DALL·E 3 in May 2026, and Luma's first API is deprecated.
 */
const defaultMediaModels: Readonly<Record<MediaProviderName, Partial<Record<MediaKind, string>>>> =
  {
    openai: { picture: 'gpt-image-1-mini' },
    luma: { video: 'ray-3.2' },
    suno: { music: 'V4' },
    fal: {},
    replicate: {},
  };

/**
 * Returns the first provider that makes this kind and still runs its model; without any, the sandbox if there is one.
 */
export function mediaTargetOf(
  kind: MediaKind,
  { providers }: Pick<MediaConfig, 'providers'>,
  hasSandbox: boolean,
  shutdowns: ShutdownDays = knownShutdowns,
): MediaTarget | undefined {
  const targets = configuredTargets(kind, providers);
  if (targets.length === 0 && hasSandbox) return { provider: 'sandbox', model: `sandbox-${kind}` };
  const day = dayOf(new Date());
  return targets.find(({ provider, model }) => !isShutDown(shutdowns, `${provider}/${model}`, day));
}

/** Returns all configured models of this kind, including those that were shut down. */
export function configuredTargets(
  kind: MediaKind,
  providers: MediaConfig['providers'],
): MediaTarget[] {
  return providers.flatMap(({ name, models }) => {
    const model = models[kind] ?? defaultMediaModels[name][kind];
    return model === undefined ? [] : [{ provider: name, model }];
  });
}

/** Returns the model that makes this kind; for the sandbox, the model that it stands in for. */
export function makerOf(kind: MediaKind, media: Pick<MediaConfig, 'providers'>): string | null {
  const known = Object.values(defaultMediaModels).flatMap((models) => models[kind] ?? []);
  return mediaTargetOf(kind, media, false)?.model ?? known[0] ?? null;
}
