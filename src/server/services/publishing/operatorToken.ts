import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { isSameSecret } from '#server/isSameSecret.ts';

/**
 * Returns the bearer token for reading the snapshot: the configured one, or one that is generated once and stored in
 * `<dataDir>/operator-token`, readable by its owner only.
 */
export async function operatorToken(
  config: Pick<Config, 'dataDir' | 'operatorToken'>,
): Promise<string> {
  if (config.operatorToken !== undefined) return config.operatorToken;
  const file = join(config.dataDir, 'operator-token');
  await mkdir(config.dataDir, { recursive: true });
  const fresh = `${randomBytes(32).toString('base64url')}\n`;
  // Exclusive creation: if two processes start at the same time, one creates the token and both read it.
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(ignoreExisting);
  const token = (await readFile(file, 'utf8')).trim();
  if (token.length >= 32) return token;
  throw new Error(`${file} is damaged: delete it, a new token is made at the next start`);
}

/** Whether an `Authorization` header has exactly this token. Takes the same time for every wrong one. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return isSameSecret(given, token);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
