import type { EnvironmentReader } from '#server/environment.ts';
import type { S3Config } from '#server/gateways/storage/s3.ts';

/** The issuer by which visitors sign in, and the client that the operator registered there. */
export type GoogleConfig = { issuer: string; clientId: string; clientSecret: string };

/** A server that speaks OpenAI's `/v1/moderations`. */
export type ModerationConfig = {
  /** Its whole address. */
  url: string;
  apiKey: string | undefined;
  /** `undefined` leaves it to the server. */
  model: string | undefined;
};

/** `undefined` without a client. */
export function readGoogle(read: EnvironmentReader, problems: string[]): GoogleConfig | undefined {
  const issuer = read.url('GOOGLE_ISSUER', ['http:', 'https:']) ?? 'https://accounts.google.com';
  const clientId = read.text('GOOGLE_CLIENT_ID');
  const clientSecret = read.text('GOOGLE_CLIENT_SECRET');
  if (!URL.canParse(issuer) || !isSafe(issuer)) {
    problems.push('GOOGLE_ISSUER must begin with https://, except on this machine');
  }
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
  }
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret };
}

/** `undefined` without an address. */
export function readModeration(read: EnvironmentReader): ModerationConfig | undefined {
  const url = read.url('MODERATION_URL', ['http:', 'https:']);
  const apiKey = read.text('MODERATION_API_KEY');
  const model = read.text('MODERATION_MODEL');
  return url === undefined ? undefined : { url, apiKey, model };
}

/** `undefined` without keys. */
export function readS3(read: EnvironmentReader): S3Config | undefined {
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:']);
  const region = read.text('S3_REGION') ?? 'us-east-1';
  const accessKeyId = read.text('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/** Whether visitors reach this address encrypted, or from this machine only. */
export function isSafe(address: string): boolean {
  if (address.startsWith('https:')) return true;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
}
