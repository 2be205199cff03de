import { type MediaKind, mediaKinds } from '#domain/media.ts';
import type { Tier } from '#domain/plans.ts';
import type { EnvironmentReader } from '#server/environment.ts';

export const mediaProviderNames = ['openai', 'luma', 'suno', 'fal', 'replicate'] as const;

export type MediaProviderName = (typeof mediaProviderNames)[number];

/** An account at a provider of pictures, music or videos. */
export type MediaProviderConfig = {
  name: MediaProviderName;
  apiKey: string;
  /** Where its API is; `undefined` means the provider itself. */
  baseUrl: string | undefined;
  /** The provider's model for each kind that it makes, where the operator chose one. */
  models: Partial<Record<MediaKind, string>>;
  /** Key of the signatures of its messages, where it gives one. */
  webhookSecret: string | undefined;
  /** Where it publishes the keys of the signatures of its messages. */
  webhookKeysUrl: string | undefined;
};

export type MediaConfig = {
  /** In the order in which they are chosen for a kind. */
  providers: readonly MediaProviderConfig[];
  /** Jobs that are made at once, in all and at one provider. */
  atOnce: number;
  atOnceAtProvider: number;
  /** The storage for one user, by tier. */
  files: Readonly<Record<Tier, number>>;
  megabytes: Readonly<Record<Tier, number>>;
};

/** Reads who makes pictures, music and videos, and how much. */
export function readMedia(read: EnvironmentReader): MediaConfig {
  return {
    providers: mediaProviderNames.flatMap((name) => readProvider(read, name) ?? []),
    atOnce: read.integer('MEDIA_AT_ONCE', 64, 1, 10_000),
    atOnceAtProvider: read.integer('MEDIA_AT_ONCE_AT_PROVIDER', 32, 1, 10_000),
    files: read.perTier('MEDIA_FILES', { free: 100, basic: 500, pro: 3_000 }),
    megabytes: read.perTier('MEDIA_MEGABYTES', { free: 500, basic: 3_000, pro: 20_000 }),
  };
}

/** The variable that has the key of a provider and connects it, the kinds that it makes, and what else it can be told. */
const variables: Readonly<
  Record<
    MediaProviderName,
    { key: string; kinds: readonly MediaKind[]; hasSecret?: true; keysUrl?: string }
  >
> = {
  openai: { key: 'OPENAI_API_KEY', kinds: ['picture'] },
  luma: { key: 'LUMA_API_KEY', kinds: ['video'] },
  suno: { key: 'SUNO_API_KEY', kinds: ['music'] },
  fal: {
    key: 'FAL_KEY',
    kinds: mediaKinds,
    keysUrl: 'https://rest.alpha.fal.ai/.well-known/jwks.json',
  },
  replicate: { key: 'REPLICATE_API_TOKEN', kinds: mediaKinds, hasSecret: true },
};

function readProvider(
  read: EnvironmentReader,
  name: MediaProviderName,
): MediaProviderConfig | undefined {
  const { key, kinds, hasSecret, keysUrl } = variables[name];
  const prefix = name.toUpperCase();
  const apiKey = read.text(key);
  const baseUrl = read.url(`${prefix}_BASE_URL`, ['http:', 'https:']);
  const models = Object.fromEntries(
    kinds.flatMap((kind) => {
      const model = read.text(`${prefix}_${kind.toUpperCase()}_MODEL`);
      return model === undefined ? [] : [[kind, model]];
    }),
  );
  const webhookSecret = hasSecret && read.text(`${prefix}_WEBHOOK_SECRET`);
  // Another address may be that of somebody who signs nothing, or with other keys.
  const usualKeysUrl = baseUrl === undefined ? keysUrl : undefined;
  const webhookKeysUrl =
    keysUrl && (read.url(`${prefix}_WEBHOOK_KEYS_URL`, ['http:', 'https:']) ?? usualKeysUrl);
  if (apiKey === undefined) return undefined;
  return { name, apiKey, baseUrl, models, webhookSecret, webhookKeysUrl };
}
