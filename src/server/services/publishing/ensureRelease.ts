import type { CorePlatform } from '#server/context.ts';
import { sentenceOf } from '#server/errors.ts';
import { currentRelease, readRelease } from '#release/manifest.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { shareFirst } from '#server/services/publishing/shared/shareRelease.ts';
import type { SiteConfig } from '#server/services/publishing/siteConfig.ts';
import { inputDigest } from '#server/services/publishing/codeDigest.ts';
import { type SiteFolder, readIfThere, siteFolder } from '#release/siteFolder.ts';
import { fetchSnapshot, fetchSnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';

export type EnsuredRelease = { kind: 'published' | 'served' } | { kind: 'failed'; reason: string };

/**
 * Publishes the site from the API at `address` if there is no valid release, or if it was rendered by other code or
 * with another configuration. Until then, and if publishing fails, the existing release is served. Throws the reason
 * when publishing fails and there is no release.
 */
export async function ensureRelease(
  { config }: CorePlatform,
  address: string,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<EnsuredRelease> {
  const site = siteFolder(config.dataDir);
  const served = await servableRelease(site);
  if (served !== undefined && (await isMadeOf(site, config))) {
    await shareFirst(config, progress);
    return { kind: 'served' };
  }
  const token = await operatorToken(config);
  try {
    await publish({
      config,
      snapshot: () => fetchSnapshot(address, token),
      changes: (since) => fetchSnapshotChanges(address, token, since),
      progress,
      signal,
      compressLater: true,
    });
    return { kind: 'published' };
  } catch (error) {
    if (served === undefined || signal?.aborted) throw error;
    return { kind: 'failed', reason: sentenceOf(error) };
  }
}

async function servableRelease(site: SiteFolder): Promise<string | undefined> {
  const id = await currentRelease(site);
  if (id === undefined) return undefined;
  return readRelease(site, id).then(
    () => id,
    () => undefined,
  );
}

/** Whether the last release was made of this code and configuration. */
async function isMadeOf(site: SiteFolder, config: SiteConfig): Promise<boolean> {
  // The publish reports errors in its inputs.
  const inputs = await inputDigest(config).catch(() => undefined);
  return inputs !== undefined && (await readIfThere(site.code))?.split('\n')[0] === inputs;
}
