import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

/**
 * Opens the configured database, or starts the embedded one, and applies missing migrations. `close` ends the pool, and
 * stops the embedded PostgreSQL unless another process uses it.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'postgresBin'>,
  log: Logger,
  poolSize?: number,
): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    await migrate(config.databaseUrl);
    return connect(config.databaseUrl, log, poolSize);
  }
  const postgres = await startEmbedded({
    dataDir: config.dataDir,
    postgresBin: config.postgresBin,
    log: (line) => log.info(line),
  });
  try {
    await migrate(postgres.url);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const database = connect(postgres.url, log, poolSize);
  return {
    ...database,
    close: async () => {
      await database.close();
      await postgres.stop();
    },
  };
}
