import { mkdir } from 'node:fs/promises';
import { readSwitches, runCommandLine } from '#server/commandLine.ts';
import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';

/**
 * `npm run database`: runs the embedded PostgreSQL and nothing else, for the client programs of PostgreSQL. Nothing is
 * migrated, no job runs and nothing is sent, so that a backup can be restored into the empty database that it makes.
 */
await runCommandLine(async () => {
  readSwitches([]);
  const { databaseUrl, dataDir, postgresBin } = readConfig(process.env);
  if (databaseUrl !== undefined) {
    throw new Error('DATABASE_URL names another PostgreSQL: use its own programs.');
  }
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbedded({ dataDir, postgresBin, log: (line) => console.log(line) });
  const socket = new URL(postgres.url).searchParams.get('host') ?? '';
  console.log(`The database of ${dataDir} accepts connections. Ctrl-C stops it.`);
  console.log(`psql -h '${socket}' -U dolores dolores`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void postgres.stop().then(() => process.exit()));
  }
});
