import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#server/config.ts';
import { checkedCorrections } from '#server/services/messages/checkedCorrections.ts';
import { Builder } from '#server/services/publishing/builderProcess.ts';
import type { SiteConfig } from '#server/services/publishing/siteConfig.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import {
  type ExportConfig,
  exportIfConfigured,
} from '#server/services/publishing/export/exportSite.ts';
import { clearAbandonedBuild } from '#server/services/publishing/clearAbandonedBuild.ts';
import { codeDigest, inputDigest } from '#server/services/publishing/codeDigest.ts';
import { adoptShared } from '#server/services/publishing/shared/adoptShared.ts';
import { shareIfConfigured } from '#server/services/publishing/shared/shareRelease.ts';
import type { SharedConfig } from '#server/services/publishing/shared/sharedRelease.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';
import { ProgressReporter } from '#server/services/publishing/progress.ts';
import { chunksOfLines } from '#server/services/textFiles/writeLines.ts';
import type { SnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';
import { type BuildOutcome, buildFiles } from '#release/builderProtocol.ts';
import { currentRelease, manifestFile, readRelease, switchTo } from '#release/manifest.ts';
import { type SiteFolder, readIfThere, replaceFile, siteFolder } from '#release/siteFolder.ts';
import { snapshotVersion } from '#contract/publishing/snapshotDelta.ts';

export type PublishInput = {
  config: Pick<Config, 'dataDir'> & SiteConfig & ExportConfig & SharedConfig;
  /** Lines of the whole snapshot, each a JSON text. */
  snapshot: () => AsyncIterable<string>;
  /** Fetches the changes since the snapshot of a version; without it the whole snapshot is fetched each time. */
  changes?: ((since: string) => Promise<SnapshotChanges>) | undefined;
  /** Whether every page is rendered, also unchanged ones. */
  isFull?: boolean | undefined;
  /** Whether many pages are compressed fast, and again later by `Recompression`. Ignored if the site is exported. */
  compressLater?: boolean | undefined;
  /** The folder of the code of the pages; by default that of this project. */
  project?: string | undefined;
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

export type ReleaseOutcome = {
  kind: 'published' | 'unchanged';
  release: { id: string; created: string };
  /** `undefined` if nothing had to be built. */
  build: BuildOutcome | undefined;
};

/**
 * Publishes the site: snapshot, build of changed pages, release, switch. Only one publish runs at a time. If it fails,
 * the served release stays and the error has the reason.
 */
export async function publish(input: PublishInput): Promise<ReleaseOutcome> {
  const site = siteFolder(input.config.dataDir);
  return withLock(site.lock, async () => {
    const reporter = new ProgressReporter(site, input.progress);
    // Existing files belong to a killed publish, because only one runs at a time.
    await clearAbandonedBuild(site);
    await adoptShared(input.config);
    await mkdir(site.work, { recursive: true });
    try {
      const outcome = await publishInto(site, input, reporter);
      await shareIfConfigured(input.config, input.progress);
      await exportIfConfigured(input.config, input.progress, input.signal);
      return outcome;
    } finally {
      await reporter.end();
      // If this fails, the next publish does it; the error of this publish is more important.
      await clearAbandonedBuild(site).catch(() => undefined);
    }
  });
}

async function publishInto(
  site: SiteFolder,
  input: PublishInput,
  reporter: ProgressReporter,
): Promise<ReleaseOutcome> {
  const { config, signal, isFull = false, project = projectFolder() } = input;
  const started = performance.now();
  const code = await codeDigest(project);
  // Before the builder reads its inputs: later edits are found by the next publish.
  const inputs = await inputDigest(config, project, code);
  for (const sentence of checkedCorrections(config).ignored) input.progress(`Ignored: ${sentence}`);
  const job = {
    site,
    bundles: join(project, '.astro', 'bundles'),
    code,
    full: isFull,
    now: new Date().toISOString(),
    compressLater: input.compressLater === true && !isCopied(config),
  };
  const builder = await Builder.start({ job, project, config, signal });
  try {
    const outcome =
      (await findUnchanged(site, input, inputs, reporter)) ??
      (await buildWith(builder, site, input, inputs, reporter));
    return reportOutcome(outcome, started, input.progress);
  } finally {
    await builder.dismiss();
  }
}

/** Whether the compressed files are read immediately, by an export or for other servers. */
function isCopied({ exportTo, releaseStore }: PublishInput['config']): boolean {
  return exportTo !== undefined || releaseStore !== undefined;
}

/** Fetches the changes of the snapshot. Returns the served release if nothing changed and it has the same inputs. */
async function findUnchanged(
  site: SiteFolder,
  input: PublishInput,
  inputs: string,
  reporter: ProgressReporter,
): Promise<ReleaseOutcome | undefined> {
  reporter.report({ step: 'snapshot' });
  const isSame = (await readLines(site, input)) === 'unchanged';
  const isCleaned = (await readIfThere(site.switching)) === undefined;
  if (!isSame || !isCleaned || input.isFull) return undefined;
  const release = await servedRelease(site);
  // After a rollback the served release was made from other inputs.
  const isFromInputs = release && (await readIfThere(site.code)) === inputsText(inputs, release.id);
  return isFromInputs ? { kind: 'unchanged', release, build: undefined } : undefined;
}

async function buildWith(
  builder: Builder,
  site: SiteFolder,
  { config, progress }: PublishInput,
  inputs: string,
  reporter: ProgressReporter,
): Promise<ReleaseOutcome> {
  await writeOwnFiles(site, config);
  const build = await builder.build({
    report: (step) => reporter.report(step),
    say: progress,
    release: async (outcome) => {
      reporter.report({ step: 'switch' });
      await serve(site, outcome);
      await replaceFile(site.code, inputsText(inputs, outcome.release.id));
    },
  });
  return {
    kind: build.kind === 'built' ? 'published' : 'unchanged',
    release: build.release,
    build,
  };
}

/**
 * Moves the files of a build to their final places and serves them: first everything that a release needs, then the
 * switch, then the snapshot. An interrupted publish must leave the old snapshot, or the next one would find no changes.
 */
async function serve(site: SiteFolder, { kind, release }: BuildOutcome): Promise<void> {
  const files = buildFiles(site);
  if (kind === 'built') await replaceFile(site.switching, release.id);
  await moveDurably(files.built, join(site.built, `${release.id}.json`));
  if (kind === 'built') {
    await moveDurably(files.release, manifestFile(site, release.id));
    await switchTo(site, release.id);
  }
  await moveDurably(files.snapshot, site.snapshot);
}

async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const handle = await open(from, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
}

/** Writes the lines from the API into the job's file, unless nothing changed since the stored snapshot. */
async function readLines(
  site: SiteFolder,
  { snapshot, changes, isFull = false }: PublishInput,
): Promise<'unchanged' | 'changed'> {
  // A full publish replaces a damaged snapshot too.
  const since = changes && !isFull ? await storedVersion(site) : undefined;
  const fetched = since && (await changes?.(since));
  if (fetched && fetched.kind === 'unchanged') return 'unchanged';
  const lines = fetched ? fetched.lines : snapshot();
  await writeFile(buildFiles(site).lines, chunksOfLines(lines));
  return 'changed';
}

async function storedVersion(site: SiteFolder): Promise<string | undefined> {
  const handle = await open(site.snapshot).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    for await (const line of handle.readLines()) {
      return snapshotVersion(line);
    }
  } catch {
    // An unreadable file is replaced by the whole snapshot.
  } finally {
    await handle.close().catch(() => undefined);
  }
  return undefined;
}

async function writeOwnFiles(site: SiteFolder, config: SiteConfig): Promise<void> {
  const { own } = buildFiles(site);
  await mkdir(own, { recursive: true });
  for (const [path, content] of await operatorFiles(config.operator)) {
    await writeFile(join(own, path.slice(1)), content);
  }
}

/** Returns the text of `site.code`: the inputs of a publish, and its release. */
function inputsText(inputs: string, release: string): string {
  return `${inputs}\n${release}\n`;
}

async function servedRelease(site: SiteFolder): Promise<ReleaseOutcome['release'] | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readRelease(site, id).catch(() => undefined);
}

function reportOutcome(
  outcome: ReleaseOutcome,
  started: number,
  progress: (line: string) => void,
): ReleaseOutcome {
  const { kind, release, build } = outcome;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  progress(
    kind === 'published' && build
      ? `Published release ${release.id}: ${build.counts.rendered} of ${build.counts.pages} pages rendered, in ${seconds} s`
      : `Nothing changed since release ${release.id} (${seconds} s)`,
  );
  return outcome;
}
