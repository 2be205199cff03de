import { dayOf } from '#domain/dates.ts';
import type { MediaKind } from '#domain/media.ts';
import type { ShutdownDays } from '#domain/shutdowns.ts';
import { isShutDown, knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import type { MediaConfig, MediaProviderName } from '#server/mediaConfig.ts';

/** Who makes what is asked of a media model, and the provider's name of the model. */
export type MediaTarget = { provider: MediaProviderName | 'sandbox'; model: string };

/**
 * The provider's model of each kind where the operator chose none. The catalogue's labels are older than these: OpenAI
 * shut down DALL·E 3 in May 2026, and Luma's first API is a legacy.
 */
const defaultMediaModels: Readonly<Record<MediaProviderName, Partial<Record<MediaKind, string>>>> =
  {
    openai: { picture: 'gpt-image-1-mini' },
    luma: { video: 'ray-3.2' },
    suno: { music: 'V4' },
    fal: {},
    replicate: {},
  };

/** The first provider that makes this kind and runs its model still; without any, the sandbox where there is one. */
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

/** All that could make this kind, whether it was shut down or not. */
export function configuredTargets(
  kind: MediaKind,
  providers: MediaConfig['providers'],
): MediaTarget[] {
  return providers.flatMap(({ name, models }) => {
    const model = models[kind] ?? defaultMediaModels[name][kind];
    return model === undefined ? [] : [{ provider: name, model }];
  });
}

/** The model that really makes this kind; of the sandbox, the one that would make it in its place. */
export function makerOf(kind: MediaKind, media: Pick<MediaConfig, 'providers'>): string | null {
  const known = Object.values(defaultMediaModels).flatMap((models) => models[kind] ?? []);
  return mediaTargetOf(kind, media, false)?.model ?? known[0] ?? null;
}
