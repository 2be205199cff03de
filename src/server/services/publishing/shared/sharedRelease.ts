import type { Config } from '#server/config.ts';
import { type ReleaseStore, openReleaseStore } from '#server/gateways/storage/releaseStore.ts';
import { type PublishPause, publishPause } from '#server/services/publishing/queue/pause.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';
import { isMarkedFolder } from '#server/services/operation/restoredCopy.ts';

export type SharedConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'releaseStore' | 's3'>>;

/** The release that all servers with this store serve, and the pause after a rollback. */
const sharedRelease = z.object({ release: z.string(), pause: z.nullable(publishPause) });

export type SharedRelease = { release: string; pause: PublishPause | null };

const fileName = 'current.json';

/** Returns `undefined` without `RELEASE_STORE`. */
export function sharedStore({ dataDir, releaseStore, s3 }: SharedConfig): ReleaseStore | undefined {
  // A restored copy must not replace the release of all servers.
  if (releaseStore === undefined || isMarkedFolder(dataDir)) return undefined;
  return openReleaseStore(releaseStore, s3);
}

/** Returns `undefined` before the first release was shared. */
export async function readShared(store: ReleaseStore): Promise<SharedRelease | undefined> {
  const stored = await store.get(fileName);
  return stored && parseChecked(sharedRelease, stored.toString(), fileName);
}

export async function writeShared(store: ReleaseStore, shared: SharedRelease): Promise<void> {
  await store.put(fileName, Buffer.from(JSON.stringify(shared)));
}

export function manifestName(id: string): string {
  return `releases/${id}.json.gz`;
}

/** `kept` is the path of the content in a local store, whose ending says how it is compressed. */
export function contentName(hash: string, kept: string): string {
  return `contents/${hash.slice(0, 2)}/${hash}${kept.endsWith('.br') ? '.br' : ''}`;
}
