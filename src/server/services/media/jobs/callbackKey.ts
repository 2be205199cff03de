import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { isSameSecret } from '#server/isSameSecret.ts';

/** Returns the secret part of a callback address, which only the provider of this job gets. */
export function callbackKey({ secret }: Pick<Config, 'secret'>, answerId: string): string {
  return createHmac('sha256', secret).update(`media callback ${answerId}`).digest('base64url');
}

export function isCallbackKey(
  config: Pick<Config, 'secret'>,
  answerId: string,
  key: string,
): boolean {
  return isSameSecret(key, callbackKey(config, answerId));
}
