import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSite } from '#builder/buildSite.ts';
import { send, whenOrdered } from '#builder/channel.ts';
import { type BuildRecord, readBuildRecord } from '#builder/buildRecord.ts';
import { ensureBundle } from '#builder/bundle.ts';
import type { BuildSettings } from '#catalog/buildSettings.ts';
import { collectionNotes } from '#catalog/collections/collectionNotes.ts';
import { lookForOldReleases } from '#builder/oldReleases.ts';
import { readSnapshotLines, updateSnapshot } from '#builder/updateSnapshot.ts';
import {
  type BuildJob,
  type BuildMessage,
  type BuildOutcome,
  buildFiles,
} from '#release/builderProtocol.ts';
import { cleanSite, forgetReleases } from '#release/removeOldReleases.ts';
import { canBeOf, currentRelease, nameRelease, releaseText } from '#release/manifest.ts';
import { type SiteFolder, readIfThere, replaceFile } from '#release/siteFolder.ts';
import { type StoredRelease, readStoredRelease } from '#release/storedRelease.ts';

const tidyHours = 24;

/**
 * Builds a release for a job, and removes old files when the release is served. Reads the files of the previous
 * release, then waits for the order to begin; until then it changes nothing. Throws if the release cannot be built.
 */
export async function runJob(job: BuildJob, settings: BuildSettings): Promise<void> {
  const { site } = job;
  const before = await currentRelease(site);
  const past = await readPast(job);
  await whenOrdered('begin');
  const tidied = await takeTidied(job);
  const oldReleases = tidied === undefined ? undefined : lookForOldReleases(site, before);
  const { hashes, ...outcome } = await build(job, settings, past);
  await send({ kind: 'end', outcome });
  // A publish that was killed during its clean-up has left files too.
  const isUnclean = (await readIfThere(site.switching)) !== undefined;
  const isCleaned = outcome.kind === 'built' || isUnclean;
  if (isCleaned) {
    const found = await oldReleases;
    const old = found && { ...found, contents: unreferencedIn(found.contents, hashes) };
    await whenOrdered('switched');
    if (old) await forgetReleases(site, old);
    else await cleanSite(site, before);
    await rm(site.switching, { force: true });
  }
  const since = tidied ?? (isCleaned ? job.now : undefined);
  if (since !== undefined) await replaceFile(site.tidied, since);
}

function unreferencedIn(hashes: ReadonlySet<string>, named: Iterable<string>): Set<string> {
  const left = new Set(hashes);
  if (left.size > 0) for (const hash of named) left.delete(hash);
  return left;
}

/**
 * Returns since when the store has contained only contents of releases; `undefined` after a publish that was killed,
 * and once a day, because servers also write to the store. Removes the date until this publish ends.
 */
async function takeTidied({ site, now }: BuildJob): Promise<string | undefined> {
  const since = await readIfThere(site.tidied);
  await rm(site.tidied, { force: true });
  const isKnown = since && Date.parse(now) - Date.parse(since) < tidyHours * 3_600_000;
  return isKnown ? since : undefined;
}

async function build(
  job: BuildJob,
  settings: BuildSettings,
  past: Past,
): Promise<BuildOutcome & { hashes: Iterable<string> }> {
  const bundle = ensureBundle(job.bundles, job.code);
  // `buildSite` awaits it later and throws the rejection.
  bundle.catch(() => undefined);
  const files = buildFiles(job.site);
  const snapshot = await updateSnapshot(past.lines, files.lines);
  await writeFile(files.snapshot, snapshot);
  // Frees memory: from now on only the snapshot is needed.
  past.lines = new Map();
  const { content, hashes, built, context, counts, seconds } = await buildSite({
    settings,
    snapshot,
    store: job.site.store,
    recompressList: job.compressLater ? job.site.recompress : undefined,
    bundle,
    code: job.code,
    before: past.before,
    ownFiles: await readFiles(files.own),
    report: (step) => process.send?.({ kind: 'step', step } satisfies BuildMessage),
  });
  for (const text of collectionNotes(context)) await send({ kind: 'note', text });
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
    seconds,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  };
}

/** Flushes contents to the disk before a release refers to them. Without `sync -f`, the system flushes them later. */
async function makeDurable(store: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', store]).catch(() => undefined);
}

/** The existing files when a build begins. */
type Past = {
  /** The served release and its record, if both are known and this is not a full build. */
  before: { release: StoredRelease; built: BuildRecord } | undefined;
  served: StoredRelease | undefined;
  /** The lines of the previous snapshot. */
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

async function readServedBuilt(site: SiteFolder): Promise<BuildRecord | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readBuildRecord(site, id);
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder).catch(() => []);
  const read = async (name: string) => [`/${name}`, await readFile(join(folder, name))] as const;
  return new Map(await Promise.all(names.map(read)));
}
