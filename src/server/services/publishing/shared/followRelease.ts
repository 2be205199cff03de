import type { Logger } from 'pino';
import { sentenceOf } from '#server/errors.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import { endPause } from '#server/services/publishing/queue/pause.ts';
import { adoptShared, isAdopted } from '#server/services/publishing/shared/adoptShared.ts';
import {
  type SharedConfig,
  readShared,
  sharedStore,
  writeShared,
} from '#server/services/publishing/shared/sharedRelease.ts';
import { siteFolder } from '#release/siteFolder.ts';

/** A rollback on one server is one on all servers within this time and that of its new files. */
const checkMilliseconds = 2_000;

/** Serves the release of `RELEASE_STORE` from now on. Resolves after the first look; returns how it ends. */
export async function followRelease(
  config: SharedConfig,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<() => Promise<void>> {
  let looking = look(config, log);
  await looking;
  const timer = setInterval(() => {
    looking = looking.then(() => look(config, log));
  }, checkMilliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Lets automatic publishes continue on all servers. Returns whether they were paused. */
export async function resumePublishing(config: SharedConfig): Promise<boolean> {
  const store = sharedStore(config);
  const shared = store && (await readShared(store));
  if (store && shared?.pause) await writeShared(store, { ...shared, pause: null });
  return (await endPause(siteFolder(config.dataDir))) || Boolean(shared?.pause);
}

/** Never rejects: the next look repeats it. */
async function look(config: SharedConfig, log: Pick<Logger, 'info' | 'warn'>): Promise<void> {
  try {
    // Without the lock, which would make a publish or a rollback fail now and then.
    const store = sharedStore(config);
    const shared = store && (await readShared(store));
    if (shared === undefined || (await isAdopted(config, shared))) return;
    const release = await withLock(siteFolder(config.dataDir).lock, () => adoptShared(config));
    if (release !== undefined) log.info({ release }, 'another release is served');
  } catch (error) {
    // A publish adopts it by itself.
    if (error instanceof LockHeld) return;
    log.warn({ reason: sentenceOf(error) }, 'the shared release could not be fetched');
  }
}
