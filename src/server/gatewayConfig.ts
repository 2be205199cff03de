import type { CdnPurgeConfig } from '#server/gateways/cdn/purgeUrls.ts';
import type { EnvironmentReader } from '#server/environment.ts';
import type { S3Config } from '#server/gateways/storage/s3.ts';

/** The OpenID issuer of “Sign in with Google”, and the client that the operator registered there. */
export type GoogleConfig = { issuer: string; clientId: string; clientSecret: string };

/** A server that speaks OpenAI's `/v1/moderations`. */
export type ModerationConfig = {
  /** The URL of the endpoint. */
  url: string;
  apiKey: string | undefined;
  /** More keys, which are used in turn with the first one. */
  otherKeys?: readonly string[];
  /** `undefined` for the server's default. */
  model: string | undefined;
};

/** The webhook by which a repository of content requests a publish. */
export type PublishHookConfig = {
  /** Secret of the signatures; without one there is no webhook. */
  secret: string | undefined;
  /** The branch whose pushes count. */
  branch: string;
  /** Whether `git pull --ff-only` brings the content here before it is published. */
  pulls: boolean;
};

const shortestHookSecret = 16;

/** Returns `undefined` without a client. */
export function readGoogle(read: EnvironmentReader): GoogleConfig | undefined {
  const issuer = read.safeUrl('GOOGLE_ISSUER') ?? 'https://accounts.google.com';
  const clientId = read.text('GOOGLE_CLIENT_ID');
  const clientSecret = read.text('GOOGLE_CLIENT_SECRET');
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    read.problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
  }
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret };
}

/** Returns `undefined` without a URL. */
export function readModeration(read: EnvironmentReader): ModerationConfig | undefined {
  const url = read.httpUrl('MODERATION_URL');
  const [apiKey, ...otherKeys] = read.keys('MODERATION_API_KEY');
  const model = read.text('MODERATION_MODEL');
  if (url === undefined) return undefined;
  return { url, apiKey, ...(otherKeys.length > 0 && { otherKeys }), model };
}

/** Returns `undefined` without an address. */
export function readCdnPurge(read: EnvironmentReader): CdnPurgeConfig | undefined {
  const url = read.safeUrl('CDN_PURGE_URL');
  const token = read.text('CDN_PURGE_TOKEN');
  if (url !== undefined && token === undefined) {
    read.problems.push('CDN_PURGE_URL needs CDN_PURGE_TOKEN');
  }
  return url === undefined || token === undefined ? undefined : { url, token };
}

/** Returns `undefined` without keys. */
export function readS3(read: EnvironmentReader): S3Config | undefined {
  const endpoint = read.httpUrl('S3_ENDPOINT');
  const region = read.text('S3_REGION', 'us-east-1');
  const accessKeyId = read.text('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

export function readPublishHook(read: EnvironmentReader): PublishHookConfig {
  const secret = read.text('PUBLISH_HOOK_SECRET');
  if (secret !== undefined && secret.length < shortestHookSecret) {
    read.problems.push(
      `PUBLISH_HOOK_SECRET is too short: at least ${shortestHookSecret} characters`,
    );
  }
  return {
    secret,
    branch: read.text('PUBLISH_HOOK_BRANCH', 'main'),
    pulls: read.oneOf('PUBLISH_HOOK_PULL', ['0', '1'], '0') === '1',
  };
}
