import type { Platform } from '#server/context.ts';
import { currentRelease } from '#server/services/publishing/manifest.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { siteFolder } from '#server/services/publishing/siteFolder.ts';
import { fetchSnapshot } from '#server/services/publishing/snapshotFile.ts';

/**
 * Publishes the site from the API at `address` when there is no release to serve. Answers whether it did.
 * Throws with the reason when it cannot.
 */
export async function ensureRelease(
  { config }: Pick<Platform, 'config'>,
  address: string,
  progress: (line: string) => void,
): Promise<boolean> {
  if ((await currentRelease(siteFolder(config.dataDir))) !== undefined) return false;
  const token = await operatorToken(config);
  await publish({ config, snapshot: () => fetchSnapshot(address, token), progress });
  return true;
}
