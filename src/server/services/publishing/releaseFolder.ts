import { languages } from '#domain/languages.ts';
import { htmlType } from '#site/fileTypes.ts';
import {
  type Manifest,
  type ManifestContent,
  currentRelease,
  forgetOldReleases,
  manifestDigest,
  readRelease,
  switchTo,
  writeRelease,
} from '#site/manifest.ts';
import type { SiteFolder } from '#site/siteFolder.ts';
import { removeUnnamed } from '#site/store.ts';
import { type RenderedFolder, storeFolder } from '#server/services/publishing/storeFolder.ts';

export type ReleaseOutcome = { kind: 'published' | 'unchanged'; release: Manifest };

/**
 * Makes a release of a rendered folder and serves it: contents into the store, checks, manifest, one atomic switch,
 * then old releases and what only they named go. Whatever fails before the switch leaves the served release as it is.
 * A folder that serves what is served already changes nothing.
 */
export async function releaseFolder(
  site: SiteFolder,
  input: RenderedFolder & { now: Date },
): Promise<ReleaseOutcome> {
  const content = await storeFolder(site, input);
  checkContent(content);
  const currentId = await currentRelease(site);
  const current = currentId === undefined ? undefined : await readIfWhole(site, currentId);
  if (current && manifestDigest(current) === manifestDigest(content)) {
    return { kind: 'unchanged', release: current };
  }
  const release = await writeRelease(site, content, input.now);
  await switchTo(site, release.id);
  await removeUnnamed(site.store, await forgetOldReleases(site));
  return { kind: 'published', release };
}

/** A site without these pages is not worth switching to. */
function checkContent({ files }: ManifestContent): void {
  const missing = languages
    .flatMap((language) => [`/${language}`, `/${language}/404`])
    .filter((path) => files[path]?.type !== htmlType);
  if (missing.length === 0) return;
  throw new Error(`The rendered site lacks ${missing.slice(0, 6).join(', ')}; it is not published`);
}

/** A served release whose manifest is gone or damaged is replaced, not compared. */
async function readIfWhole(site: SiteFolder, id: string): Promise<Manifest | undefined> {
  return readRelease(site, id).catch(() => undefined);
}
