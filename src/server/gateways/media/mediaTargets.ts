import { type Day, dayOf } from '#domain/dates.ts';
import type { MediaKind } from '#domain/media/media.ts';
import { type MediaProviderName, mediaProviderNames } from '#domain/models/providers.ts';
import type { ShutdownDays } from '#domain/models/shutdowns.ts';
import { isShutDown, knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import type { RoutedModel } from '#server/gateways/models/targets.ts';
import type { MediaConfig } from '#server/mediaConfig.ts';

/** The provider of a media model, and the provider's name of the model. */
export type MediaTarget = { provider: MediaProviderName | 'sandbox'; model: string };

/** The fields of a media model that decide who makes its files. */
type MediaModel = Pick<RoutedModel, 'upstream' | 'shutdowns'> & { kind: MediaKind };

type MediaMapping = {
  /** The provider's model until its shutdown (`models/shutdowns.ts`). */
  own: string;
  /** The model from the day of the shutdown on, or the reason why it is missing. */
  successor: string | { none: string };
};

/**
 * Each provider's model of each kind, if the operator chose none. The names in the catalogue are older: OpenAI shut
 * down DALL·E 3 in May 2026, and Luma's first API is deprecated. fal and Replicate have thousands of models: the
 * operator chooses one.
 */
export const mediaMappings: Readonly<
  Record<MediaProviderName, Partial<Record<MediaKind, MediaMapping>>>
> = {
  // The provider names two successors. Sunburst takes longer and costs the same.
  openai: { picture: { own: 'gpt-image-1-mini', successor: 'gpt-image-2.6-flare' } },
  luma: {
    video: {
      own: 'ray-3.2',
      successor: { none: 'On 28 November 2026 it is the only model of videos in this API.' },
    },
  },
  suno: { music: { own: 'V4', successor: 'V5' } },
  fal: {},
  replicate: {},
};

/**
 * Returns the first provider that makes the files of this model and still runs its own one; without any provider, the
 * sandbox if there is one.
 */
export function mediaTargetOf(
  model: MediaModel,
  { providers }: Pick<MediaConfig, 'providers'>,
  hasSandbox: boolean,
  now: Date,
): MediaTarget | undefined {
  const targets = mediaTargetsOf(model, providers);
  const { kind, shutdowns = knownShutdowns } = model;
  if (targets.length === 0 && hasSandbox) return { provider: 'sandbox', model: `sandbox-${kind}` };
  return runningTarget(targets, shutdowns, dayOf(now));
}

/**
 * Returns the models that make this model's files, in the order of preference: the one that the operator chose, or of
 * each connected provider its model and the successor. Includes models that were shut down.
 */
export function mediaTargetsOf(
  { kind, upstream }: MediaModel,
  providers: MediaConfig['providers'],
): MediaTarget[] {
  return providers.flatMap(({ name, models }): MediaTarget[] => {
    if (upstream && upstream.provider !== name) return [];
    const chosen = upstream?.name ?? models[kind];
    const names = chosen === undefined ? defaultModels(name, kind) : [chosen];
    return names.map((model) => ({ provider: name, model }));
  });
}

/**
 * Returns the provider's name of the model that makes this model's files; for the sandbox and without a provider, of
 * the model that it replaces.
 */
export function makerOf(
  model: MediaModel,
  media: Pick<MediaConfig, 'providers'>,
  now: Date,
): string | null {
  const target = mediaTargetOf(model, media, false, now) ?? defaultMediaTarget(model, now);
  return target?.model ?? null;
}

/** Returns the model that makes files of this kind if no provider is connected. */
export function defaultMediaTarget(
  { kind, shutdowns = knownShutdowns }: Pick<MediaModel, 'kind' | 'shutdowns'>,
  now: Date,
): MediaTarget | undefined {
  const targets = mediaProviderNames.flatMap((provider) =>
    defaultModels(provider, kind).map((model) => ({ provider, model })),
  );
  return runningTarget(targets, shutdowns, dayOf(now));
}

function defaultModels(provider: MediaProviderName, kind: MediaKind): string[] {
  const mapping = mediaMappings[provider][kind];
  if (!mapping) return [];
  const { own, successor } = mapping;
  return typeof successor === 'string' ? [own, successor] : [own];
}

function runningTarget(
  targets: readonly MediaTarget[],
  shutdowns: ShutdownDays,
  day: Day,
): MediaTarget | undefined {
  return targets.find(({ provider, model }) => !isShutDown(shutdowns, `${provider}/${model}`, day));
}
