import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSite } from '#build/buildSite.ts';
import { send, whenOrdered } from '#build/channel.ts';
import { type Built, readBuilt } from '#build/built.ts';
import { ensureBundle } from '#build/bundle.ts';
import { collectionNotes } from '#catalog/collections/collectionNotes.ts';
import { giveSnapshot } from '#catalog/readSnapshot.ts';
import { lookForOldReleases } from '#build/oldReleases.ts';
import { readSnapshotLines, updateSnapshot } from '#build/updateSnapshot.ts';
import { type BuildJob, type BuildMessage, type BuildOutcome, buildFiles } from '#site/buildJob.ts';
import { cleanSite, forgetReleases } from '#site/cleanSite.ts';
import { canBeOf, currentRelease, nameRelease, releaseText } from '#site/manifest.ts';
import { type SiteFolder, readIfThere, replaceFile } from '#site/siteFolder.ts';
import { type StoredRelease, readStoredRelease } from '#site/storedRelease.ts';

const tidyHours = 24;

/**
 * Builds a release as a job asks for it, and cleans up when what was built is served. Reads what is there already and
 * waits until it may begin; until then nothing is changed. Throws why a release cannot be made.
 */
export async function runJob(job: BuildJob): Promise<void> {
  const { site } = job;
  const before = await currentRelease(site);
  const past = await readPast(job);
  await whenOrdered('begin');
  const tidied = await takeTidied(job);
  const looking = tidied === undefined ? undefined : lookForOldReleases(site, before);
  const { hashes, ...outcome } = await build(job, past);
  await send({ kind: 'end', outcome });
  // Also what a publish left that was killed while it cleaned up.
  const isUnclean = (await readIfThere(site.switching)) !== undefined;
  const isCleaned = outcome.kind === 'built' || isUnclean;
  if (isCleaned) {
    const found = await looking;
    const old = found && { ...found, contents: notNamed(found.contents, hashes) };
    await whenOrdered('switched');
    if (old) await forgetReleases(site, old);
    else await cleanSite(site, before);
    await rm(site.switching, { force: true });
  }
  const since = tidied ?? (isCleaned ? job.now : undefined);
  if (since !== undefined) await replaceFile(site.tidied, since);
}

function notNamed(hashes: ReadonlySet<string>, named: Iterable<string>): Set<string> {
  const left = new Set(hashes);
  if (left.size > 0) for (const hash of named) left.delete(hash);
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

async function build(
  job: BuildJob,
  past: Past,
): Promise<BuildOutcome & { hashes: Iterable<string> }> {
  const began = performance.now();
  const files = buildFiles(job.site);
  const snapshot = await updateSnapshot(past.lines, files.lines);
  await writeFile(files.snapshot, snapshot);
  process.env['SNAPSHOT_FILE'] = files.snapshot;
  giveSnapshot(snapshot);
  // They are large, and what was parsed of them is all that is needed from now on.
  past.lines = new Map();
  const bundle = await ensureBundle(job.bundles, job.code);
  const bundled = performance.now();
  const { content, hashes, built, counts, seconds } = await buildSite({
    store: job.site.store,
    bundle,
    code: job.code,
    before: past.before,
    ownFiles: await readFiles(files.own),
    report: (step) => process.send?.({ kind: 'step', step } satisfies BuildMessage),
  });
  for (const text of collectionNotes()) await send({ kind: 'note', text });
  const { served } = past;
  const durable = makeDurable(job.site.store);
  const isUnchanged =
    served !== undefined &&
    canBeOf(served.id, content.digest) &&
    served.digest() === content.digest;
  const release = isUnchanged ? served : nameRelease(content, new Date(job.now));
  if (!isUnchanged) await writeFile(files.release, releaseText(release, content));
  await writeFile(files.built, JSON.stringify(built));
  await durable;
  return {
    hashes,
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

/** What is there when a build begins. */
type Past = {
  /** What is served and what it was made of, where both are known and not everything is made anew. */
  before: { release: StoredRelease; built: Built } | undefined;
  served: StoredRelease | undefined;
  /** Of the kept snapshot. */
  lines: ReadonlyMap<string, string>;
};

async function readPast({ site, full }: BuildJob): Promise<Past> {
  const served = await readServed(site);
  const built = full ? undefined : await readServedBuilt(site);
  return {
    before: served && built ? { release: served, built } : undefined,
    served,
    lines: await readSnapshotLines(site.snapshot),
  };
}

async function readServed(site: SiteFolder): Promise<StoredRelease | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readStoredRelease(site, id);
}

async function readServedBuilt(site: SiteFolder): Promise<Built | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readBuilt(site, id);
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder).catch(() => []);
  const read = async (name: string) => [`/${name}`, await readFile(join(folder, name))] as const;
  return new Map(await Promise.all(names.map(read)));
}
