import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '#server/config.ts';

/** Returns which database a configuration names, without user and password: `database … of server …`. */
export function describeDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) {
    return `database dolores of server ${join(dataDir, 'postgres')} (embedded)`;
  }
  try {
    // Parses the address exactly as a connection does. Nothing is connected.
    const { database, host, port } = new Client({ connectionString: databaseUrl });
    const server = host.startsWith('/') ? `${host} (socket)` : `${host}:${port}`;
    return `database ${database ?? ''} of server ${server}`;
  } catch {
    return 'database of DATABASE_URL, which is no address';
  }
}
