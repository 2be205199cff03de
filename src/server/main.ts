import { realpath } from 'node:fs/promises';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { readSwitches, serviceStatus } from '#server/commandLine.ts';
import { UsageError, sentenceOf } from '#server/errors.ts';
import { createLog } from '#server/log.ts';
import { demoEnvironment, openDataFolder } from '#server/services/demo/demoFolder.ts';
import { type RunningServer, startServer } from '#server/server.ts';

/** Time limit of closing everything, in seconds, beyond the time for running answers. */
const closingSeconds = 45;

await main();

/** Runs a server until a signal, or until its parent process has ended. */
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
  // Before the start has ended, so that a signal during the start closes the opened parts.
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
  const stop = (reason: string, exitCode = 0) => {
    if (stopping) return;
    stopping = true;
    console.log(`Stopping (${reason}) …`);
    stopped.abort(new Error('The server was stopped while it started.'));
    // A database that neither responds nor disconnects must not keep the process running forever.
    const deadline = (drainSeconds + closingSeconds) * 1_000;
    setTimeout(() => fail('Something did not close in time.'), deadline).unref();
    // A cancelled start has closed what it had opened.
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
  // Two servers on one data folder would overwrite each other's releases.
  lost.addEventListener('abort', () => stop('another server took the data folder', 1));
  // The channel to the parent process closes when that is killed, and no other process would stop this one.
  if (process.connected) process.on('disconnect', () => stop('its parent is gone'));
}

function fail(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(1);
}

async function readEnvironment(): Promise<Config> {
  try {
    const { demo } = readSwitches(['demo']);
    const config = readConfig(demo ? demoEnvironment(process.env) : process.env);
    await openDataFolder(config.dataDir, demo, new Date());
    return { ...config, dataDir: await realpath(config.dataDir) };
  } catch (error) {
    const isExplained = error instanceof ConfigError || error instanceof UsageError;
    console.error(isExplained ? error.message : `DATA_DIR cannot be made: ${String(error)}`);
    process.exit(serviceStatus(error));
  }
}
