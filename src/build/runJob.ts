import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSite } from '#build/buildSite.ts';
import { send } from '#build/channel.ts';
import { type Built, readBuilt } from '#build/built.ts';
import { ensureBundle } from '#build/bundle.ts';
import { lookForOldReleases } from '#build/oldReleases.ts';
import { updateSnapshot } from '#build/updateSnapshot.ts';
import {
  type BuildAnswer,
  type BuildJob,
  type BuildMessage,
  type BuildOutcome,
  buildFiles,
} from '#site/buildJob.ts';
import { cleanSite, forgetReleases } from '#site/cleanSite.ts';
import {
  type Manifest,
  type ManifestContent,
  currentRelease,
  isReleaseOf,
  nameRelease,
  packContent,
  readRelease,
  releaseText,
} from '#site/manifest.ts';
import { type SiteFolder, readIfThere, replaceFile } from '#site/siteFolder.ts';

const tidyHours = 24;

/** Builds a release as a job asks for it, and cleans up when what was built is served. Throws why it cannot be made. */
export async function runJob(job: BuildJob): Promise<void> {
  const { site } = job;
  const before = await currentRelease(site);
  const tidied = await takeTidied(job);
  const looking = tidied === undefined ? undefined : lookForOldReleases(site, before);
  const { content, ...outcome } = await build(job);
  const switched = hearSwitch();
  await send({ kind: 'end', outcome });
  // Also what a publish left that was killed while it cleaned up.
  const isUnclean = (await readIfThere(site.switching)) !== undefined;
  const isCleaned = outcome.kind === 'built' || isUnclean;
  if (isCleaned) {
    await switched;
    const old = await looking;
    if (old) await forgetReleases(site, { ...old, contents: notNamed(old.contents, content) });
    else await cleanSite(site, before);
    await rm(site.switching, { force: true });
  }
  const since = tidied ?? (isCleaned ? job.now : undefined);
  if (since !== undefined) await replaceFile(site.tidied, since);
}

function notNamed(hashes: ReadonlySet<string>, { files }: ManifestContent): Set<string> {
  const left = new Set(hashes);
  for (const path in files) left.delete(files[path]?.hash ?? '');
  return left;
}

/**
 * Since when the store is known to hold nothing but what releases name; `undefined` after a publish that was killed,
 * and once a day, because servers write there as well. Until this publish ends, nothing is known.
 */
async function takeTidied({ site, now }: BuildJob): Promise<string | undefined> {
  const since = await readIfThere(site.tidied);
  await rm(site.tidied, { force: true });
  const isKnown = since && Date.parse(now) - Date.parse(since) < tidyHours * 3_600_000;
  return isKnown ? since : undefined;
}

async function build(job: BuildJob): Promise<BuildOutcome & { content: ManifestContent }> {
  const began = performance.now();
  const files = buildFiles(job.site);
  await updateSnapshot(job.site.snapshot, files.lines, files.snapshot);
  process.env['SNAPSHOT_FILE'] = files.snapshot;
  const bundle = await ensureBundle(job.bundles, job.code);
  const bundled = performance.now();
  const before = job.full ? undefined : await readBefore(job.site);
  const { content, built, counts, seconds } = await buildSite({
    store: job.site.store,
    bundle,
    code: job.code,
    before,
    earlier: before?.built ?? (await readEarlier(job.site)),
    ownFiles: await readFiles(files.own),
    now: new Date(job.now),
    report: (step) => process.send?.({ kind: 'step', step } satisfies BuildMessage),
  });
  const served = before?.release ?? (await readServed(job.site));
  const durable = makeDurable(job.site.store);
  const packed = packContent(content);
  const isUnchanged = served !== undefined && isReleaseOf(served, packed.digest);
  const release = isUnchanged ? served : nameRelease(packed, new Date(job.now));
  if (!isUnchanged) await writeFile(files.release, releaseText(release, packed));
  await writeFile(files.built, JSON.stringify(built));
  await durable;
  return {
    content,
    kind: isUnchanged ? 'unchanged' : 'built',
    release: { id: release.id, created: release.created },
    counts,
    seconds: {
      ...seconds,
      bundle: (bundled - began) / 1_000,
    },
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  };
}

/** Contents are on the disk before a release names them, also when the power fails. Where `sync -f` is unknown, they follow. */
async function makeDurable(store: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', store]).catch(() => undefined);
}

/** What is served, as far as it is known what it was made of. */
async function readBefore(site: SiteFolder) {
  const [built, release] = await Promise.all([readEarlier(site), readServed(site)]);
  return built && release && { built, release };
}

async function readServed(site: SiteFolder): Promise<Manifest | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readRelease(site, id).catch(() => undefined);
}

async function readEarlier(site: SiteFolder): Promise<Built | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readBuilt(site, id);
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder).catch(() => []);
  const read = async (name: string) => [`/${name}`, await readFile(join(folder, name))] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** What only old releases named goes when the new one is served, not before. */
function hearSwitch(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', ({ kind }: BuildAnswer) => {
      if (kind === 'switched') resolve();
    });
  });
}
