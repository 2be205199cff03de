import { rm } from 'node:fs/promises';
import { clusterFolder } from '#server/db/embeddedFolder.ts';
import { findPostmaster, shutDown } from '#server/db/embeddedPostmaster.ts';

/** Stops the PostgreSQL of a data folder that a killed process left, and removes the whole data folder. */
export async function removeDataFolder(
  dataDir: string,
  log: (line: string) => void,
): Promise<void> {
  const folder = await clusterFolder(dataDir);
  if (folder !== undefined) {
    const running = await findPostmaster({ folder });
    if (running !== undefined) await shutDown(running, log);
    await rm(folder, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}
