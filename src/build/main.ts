import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSite } from '#build/buildSite.ts';
import { type Built, readBuilt } from '#build/built.ts';
import { ensureBundle } from '#build/bundle.ts';
import { updateSnapshot } from '#build/updateSnapshot.ts';
import {
  type BuildAnswer,
  type BuildJob,
  type BuildMessage,
  type BuildOutcome,
  buildFiles,
} from '#site/buildJob.ts';
import { cleanSite } from '#site/cleanSite.ts';
import {
  type Manifest,
  currentRelease,
  isReleaseOf,
  manifestDigest,
  newRelease,
  readRelease,
} from '#site/manifest.ts';
import { type SiteFolder, readIfThere } from '#site/siteFolder.ts';

/** The process that builds a release: started by the server with a job, it writes what it made beside each other. */

// The channel closes when the publishing process ends, however it ends.
process.on('disconnect', () => process.exit(1));

try {
  const job = JSON.parse(process.env['BUILD_JOB'] ?? '') as BuildJob;
  const before = await currentRelease(job.site);
  const outcome = await run(job);
  const switched = hearSwitch();
  await send({ kind: 'end', outcome });
  // Also what a publish left that was killed while it cleaned up.
  const isUnclean = (await readIfThere(job.site.switching)) !== undefined;
  if (outcome.kind === 'built' || isUnclean) {
    await switched;
    await cleanSite(job.site, before);
    await rm(job.site.switching, { force: true });
  }
  process.exit(0);
} catch (error) {
  console.error(error);
  await send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

async function run(job: BuildJob): Promise<BuildOutcome> {
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
  await makeDurable(job.site.store);
  const digest = manifestDigest(content);
  const isUnchanged = served !== undefined && isReleaseOf(served, digest);
  const release = isUnchanged ? served : newRelease(content, new Date(job.now), digest);
  if (!isUnchanged) await writeFile(files.release, JSON.stringify(release));
  await writeFile(files.built, JSON.stringify(built));
  return {
    kind: isUnchanged ? 'unchanged' : 'built',
    release: { id: release.id, created: release.created },
    counts,
    seconds: { ...seconds, bundle: (bundled - began) / 1_000 },
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

function send(message: BuildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}
