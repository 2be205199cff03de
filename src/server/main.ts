import { mkdir, realpath } from 'node:fs/promises';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { startServer } from '#server/server.ts';

await main();

/** Runs one server until a signal, or until the process that started it is gone. */
async function main(): Promise<void> {
  const config = await readEnvironment();
  const server = await startServer(config, createLog(config), (line) => console.log(line)).catch(
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
  let stopping = false;
  const stop = (why: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`Stopping (${why}) …`);
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal));
  }
  // The bootstrap holds the other end of this channel: when it was killed, nobody would stop this process.
  if (process.connected) process.on('disconnect', () => stop('its parent is gone'));
}

async function readEnvironment(): Promise<Config> {
  try {
    const config = readConfig(process.env);
    await mkdir(config.dataDir, { recursive: true });
    return { ...config, dataDir: await realpath(config.dataDir) };
  } catch (error) {
    console.error(
      error instanceof ConfigError ? error.message : `DATA_DIR cannot be made: ${String(error)}`,
    );
    process.exit(1);
  }
}
