import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { codeDigest } from '#server/services/publishing/codeDigest.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';
import { type ReleaseOutcome, releaseFolder } from '#server/services/publishing/releaseFolder.ts';
import {
  type SiteConfig,
  projectFolder,
  renderSite,
} from '#server/services/publishing/renderSite.ts';
import {
  type SiteFolder,
  replaceFile,
  siteFolder,
} from '#site/siteFolder.ts';
import { writeSnapshotFile } from '#server/services/publishing/snapshotFile.ts';

export type PublishInput = {
  config: Pick<Config, 'dataDir'> & SiteConfig;
  /** Lines of the snapshot, each a JSON text. */
  snapshot: () => AsyncIterable<string>;
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Publishes the site: snapshot, rendering, release, switch. Only one publish runs at a time. Whatever fails, the
 * served release stays and the error says why.
 */
export async function publish(input: PublishInput): Promise<ReleaseOutcome> {
  const site = siteFolder(input.config.dataDir);
  return withLock(site.lock, async () => {
    const outFolder = renderFolder(site);
    const clear = async () => {
      for (const folder of [site.work, outFolder])
        await rm(folder, { recursive: true, force: true });
    };
    // What is there was left by a publish that was killed: only one runs at a time.
    await clear();
    await mkdir(site.work, { recursive: true });
    try {
      return await publishInto(site, outFolder, input);
    } finally {
      await clear();
    }
  });
}

async function publishInto(
  site: SiteFolder,
  outFolder: string,
  { config, snapshot, progress, signal }: PublishInput,
): Promise<ReleaseOutcome> {
  const started = performance.now();
  const code = await codeDigest(config);
  const ownFiles = await operatorFiles(config.operator);
  const snapshotFile = join(site.work, 'snapshot.ndjson');
  const { gpts, removedGpts } = await writeSnapshotFile(snapshotFile, snapshot());
  progress(`Rendering the site with ${gpts} GPTs`);
  const pages = await renderSite({
    config,
    snapshotFile,
    outFolder,
    cacheFolder: site.cache,
    progress,
    signal,
  });
  for (const [path, content] of ownFiles) await writeFile(join(outFolder, path), content);
  progress(`Rendered ${pages} pages; storing them`);
  const verbatim = await publicFiles();
  const rendered = { folder: outFolder, removedGpts, verbatim, progress };
  const outcome = await releaseFolder(site, { ...rendered, now: new Date() });
  await replaceFile(site.code, code);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  progress(
    outcome.kind === 'published'
      ? `Published release ${outcome.release.id} with ${pages} pages in ${seconds} s`
      : `Nothing changed since release ${outcome.release.id} (${seconds} s)`,
  );
  return outcome;
}

/**
 * Where the site is rendered, for each data folder its own. It lies within the project, because Astro puts the code
 * that renders beside its output, and that code must find the packages.
 */
function renderFolder(site: SiteFolder): string {
  const name = createHash('sha256').update(site.root).digest('hex').slice(0, 16);
  return join(projectFolder(), '.astro', `publish-${name}`);
}

/** Files that are served as they lie in `public/`. */
async function publicFiles(): Promise<Set<string>> {
  const names = await readdir(join(projectFolder(), 'public'), { recursive: true }).catch(() => []);
  return new Set(names.map((name) => `/${name.replaceAll('\\', '/')}`));
}
