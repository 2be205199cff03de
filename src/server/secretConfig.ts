import { createHash } from 'node:crypto';
import { realFolder } from '#server/realFolder.ts';

const shortestSecret = 32;
const fewestCharacters = 8;

/** Returns the problems of a secret that an operator chose; none if it is strong or unset. */
export function weaknessOf(name: string, secret: string | undefined): string[] {
  if (secret === undefined) return [];
  if (secret.length < shortestSecret) {
    return [`${name} is too short: at least ${shortestSecret} random characters`];
  }
  const isRepeated = /^(.{1,16}?)\1+.{0,15}$/s.test(secret);
  if (!isRepeated && new Set(secret).size >= fewestCharacters) return [];
  return [
    `${name} is repetitive: at least ${shortestSecret} random characters, ${fewestCharacters} of them different`,
  ];
}

/**
 * Returns a secret for development that stays the same after a restart, and for commands that name the folder by another
 * path. Production must set its own.
 */
export function developmentSecret(dataDir: string): string {
  return createHash('sha256')
    .update(`development:${realFolder(dataDir)}`)
    .digest('hex');
}
