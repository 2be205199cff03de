import type { MediaKind } from '#domain/media/media.ts';
import type { Tier } from '#domain/plans/plans.ts';
import {
  type MediaProviderName,
  mediaProviderKinds,
  mediaProviderNames,
} from '#domain/models/providers.ts';
import type { EnvironmentReader } from '#server/environment.ts';

/** An account at a provider of pictures, music or videos. */
export type MediaProviderConfig = {
  name: MediaProviderName;
  apiKey: string;
  /** More keys of a provider whose orders end at once. */
  otherKeys?: readonly string[];
  /** The URL of its API; `undefined` for the provider's own. */
  baseUrl: string | undefined;
  /** The provider's model for each kind that it makes, if the operator chose one. */
  models: Partial<Record<MediaKind, string>>;
  /** Secret of the signatures of its webhooks, if it has one. */
  webhookSecret: string | undefined;
  /** The URL of the public keys of its webhooks. */
  webhookKeysUrl: string | undefined;
};

export type MediaConfig = {
  /** In order of preference for each kind. */
  providers: readonly MediaProviderConfig[];
  /** Concurrent jobs in all and at one provider. */
  atOnce: number;
  atOnceAtProvider: number;
  /** The storage for one user, by tier. */
  files: Readonly<Record<Tier, number>>;
  megabytes: Readonly<Record<Tier, number>>;
};

/** Reads the providers of pictures, music and videos, and the limits of jobs and files. */
export function readMedia(read: EnvironmentReader): MediaConfig {
  return {
    providers: mediaProviderNames.flatMap((name) => readProvider(read, name) ?? []),
    atOnce: read.integer('MEDIA_AT_ONCE', 64, 1, 10_000),
    atOnceAtProvider: read.integer('MEDIA_AT_ONCE_AT_PROVIDER', 32, 1, 10_000),
    files: read.perTier('MEDIA_FILES', { free: 100, basic: 500, pro: 3_000 }),
    megabytes: read.perTier('MEDIA_MEGABYTES', { free: 500, basic: 3_000, pro: 20_000 }),
  };
}

/** By provider: the variable of its API key, and how its webhooks are signed. */
const variables: Readonly<
  Record<MediaProviderName, { key: string; hasSecret?: true; keysUrl?: string }>
> = {
  openai: { key: 'OPENAI_API_KEY' },
  luma: { key: 'LUMA_API_KEY' },
  suno: { key: 'SUNO_API_KEY' },
  fal: { key: 'FAL_KEY', keysUrl: 'https://rest.alpha.fal.ai/.well-known/jwks.json' },
  replicate: { key: 'REPLICATE_API_TOKEN', hasSecret: true },
};

/** Returns the name of the variable that chooses the model of a provider for a kind. */
export function modelVariable(provider: MediaProviderName, kind: MediaKind): string {
  return `${provider.toUpperCase()}_${kind.toUpperCase()}_MODEL`;
}

function readProvider(
  read: EnvironmentReader,
  name: MediaProviderName,
): MediaProviderConfig | undefined {
  const { key, hasSecret, keysUrl } = variables[name];
  const prefix = name.toUpperCase();
  const [apiKey, ...otherKeys] = read.keys(key);
  if (name !== 'openai' && otherKeys.length > 0) {
    read.problems.push(`${key} must be one key: only that which ordered a job may ask about it`);
  }
  const baseUrl = read.httpUrl(`${prefix}_BASE_URL`);
  const models = Object.fromEntries(
    mediaProviderKinds[name].flatMap((kind) => {
      const model = read.text(modelVariable(name, kind));
      return model === undefined ? [] : [[kind, model]];
    }),
  );
  const webhookSecret = hasSecret && readWebhookSecret(read, `${prefix}_WEBHOOK_SECRET`);
  // A server at another base URL may sign with other keys, or not at all.
  const usualKeysUrl = baseUrl === undefined ? keysUrl : undefined;
  const webhookKeysUrl = keysUrl && (read.safeUrl(`${prefix}_WEBHOOK_KEYS_URL`) ?? usualKeysUrl);
  if (apiKey === undefined) return undefined;
  const keys = { apiKey, ...(otherKeys.length > 0 && { otherKeys }) };
  return { name, ...keys, baseUrl, models, webhookSecret, webhookKeysUrl };
}

/** Reads the secret of Standard Webhooks: Base64 of at least 16 bytes. Anyone could sign with an empty secret. */
function readWebhookSecret(read: EnvironmentReader, name: string): string | undefined {
  const secret = read.text(name);
  if (secret !== undefined && !/^(?:whsec_)?[A-Za-z\d+/]{22,}={0,2}$/.test(secret)) {
    read.problems.push(`${name} must be whsec_ and at least 16 bytes in Base64`);
  }
  return secret;
}
