import type { Platform } from '#server/context.ts';
import { currentRelease, readRelease } from '#site/manifest.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { publish } from '#server/services/publishing/publish.ts';
import type { SiteConfig } from '#server/services/publishing/buildRelease.ts';
import { inputDigest } from '#server/services/publishing/codeDigest.ts';
import { type SiteFolder, readIfThere, siteFolder } from '#site/siteFolder.ts';
import { fetchSnapshot, fetchSnapshotChanges } from '#server/services/publishing/snapshotFile.ts';

/**
 * Publishes the site from the API at `address` when there is no release to serve, a damaged one, or one that other code
 * or another configuration rendered; until then the release that is there is served. Answers whether it published.
 * Throws with the reason when it cannot.
 */
export async function ensureRelease(
  { config }: Pick<Platform, 'config'>,
  address: string,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  if (await isServable(siteFolder(config.dataDir), config)) return false;
  const token = await operatorToken(config);
  await publish({
    config,
    snapshot: () => fetchSnapshot(address, token),
    changes: (since) => fetchSnapshotChanges(address, token, since),
    progress,
    signal,
  });
  return true;
}

async function isServable(site: SiteFolder, config: SiteConfig): Promise<boolean> {
  const id = await currentRelease(site);
  if (
    id === undefined ||
    (await readIfThere(site.code))?.split('\n')[0] !== (await inputDigest(config))
  )
    return false;
  return readRelease(site, id).then(
    () => true,
    () => false,
  );
}
