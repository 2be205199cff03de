import { realpath } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { sentenceOf } from '#server/errors.ts';
import { createLog } from '#server/log.ts';
import { demoEnvironment, openDataFolder } from '#server/services/demo/demoFolder.ts';
import { type RunningServer, startServer } from '#server/server.ts';

/** Seconds beyond the time for running answers that closing everything else may take. */
const closingSeconds = 45;

await main();

/** Runs one server until a signal, or until the process that started it is gone. */
async function main(): Promise<void> {
  const config = await readEnvironment();
  const stopped = new AbortController();
  const lost = new AbortController();
  const starting = startServer(
    config,
    createLog(config),
    (line) => console.log(line),
    () => lost.abort(),
    stopped.signal,
  );
  // From here on, so that a signal during the start also ends what the start has opened.
  stopOnSignals(starting, stopped, lost.signal, config.drainSeconds);
  await starting.catch((error: unknown) => {
    if (!stopped.signal.aborted) fail(error);
  });
}

function stopOnSignals(
  starting: Promise<RunningServer>,
  stopped: AbortController,
  lost: AbortSignal,
  drainSeconds: number,
): void {
  let stopping = false;
  const stop = (why: string, exitCode = 0) => {
    if (stopping) return;
    stopping = true;
    console.log(`Stopping (${why}) …`);
    stopped.abort(new Error('The server was stopped while it started.'));
    // A database that neither answers nor breaks must not keep the process for ever.
    const deadline = (drainSeconds + closingSeconds) * 1_000;
    setTimeout(() => fail('Something did not close in time.'), deadline).unref();
    // A start that was broken off has closed what it had opened.
    starting
      .then(
        (server) => server.close(),
        () => undefined,
      )
      .then(() => process.exit(exitCode), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal));
  }
  // Two servers that go on with one data folder would publish over each other.
  lost.addEventListener('abort', () => stop('another server took the data folder', 1));
  // The bootstrap holds the other end of this channel: when it was killed, nobody would stop this process.
  if (process.connected) process.on('disconnect', () => stop('its parent is gone'));
}

function fail(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(1);
}

async function readEnvironment(): Promise<Config> {
  try {
    const demo = readArguments();
    const config = readConfig(demo ? demoEnvironment(process.env) : process.env);
    await openDataFolder(config.dataDir, demo, new Date());
    return { ...config, dataDir: await realpath(config.dataDir) };
  } catch (error) {
    console.error(
      error instanceof ConfigError ? error.message : `DATA_DIR cannot be made: ${String(error)}`,
    );
    process.exit(1);
  }
}

/** Returns whether the server is to show demo data. Throws `ConfigError` at any other argument. */
function readArguments(): boolean {
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
    return values.demo;
  } catch (error) {
    throw new ConfigError([`${sentenceOf(error)}: the only argument is --demo`]);
  }
}
