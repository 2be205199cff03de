import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#server/config.ts';
import { Builder } from '#server/services/publishing/builderProcess.ts';
import type { SiteConfig } from '#server/services/publishing/siteConfig.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import {
  type ExportConfig,
  exportWhereWanted,
} from '#server/services/publishing/export/exportSite.ts';
import { clearAbandonedBuild } from '#server/services/publishing/clearAbandonedBuild.ts';
import { codeDigest, inputDigest } from '#server/services/publishing/codeDigest.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { operatorFiles } from '#server/services/publishing/operatorFiles.ts';
import { ProgressReporter } from '#server/services/publishing/progress.ts';
import { type SnapshotChanges, writeLines } from '#server/services/snapshot/fetchSnapshot.ts';
import { type BuildOutcome, buildFiles } from '#release/builderProtocol.ts';
import { currentRelease, manifestFile, readRelease, switchTo } from '#release/manifest.ts';
import { type SiteFolder, readIfThere, replaceFile, siteFolder } from '#release/siteFolder.ts';

export type PublishInput = {
  config: Pick<Config, 'dataDir'> & SiteConfig & ExportConfig;
  /** Lines of the whole snapshot, each a JSON text. */
  snapshot: () => AsyncIterable<string>;
  /** Reads the changes since the snapshot of a version; without it the whole one is read each time. */
  changes?: ((since: string) => Promise<SnapshotChanges>) | undefined;
  /** Makes every page anew, whatever the release before has. */
  isFull?: boolean | undefined;
  /** Whether this process compresses many pages fast, and `Recompression` does the rest; never where they are exported. */
  compressLater?: boolean | undefined;
  /** The folder of the code that makes the pages, where it is not this project’s. */
  project?: string | undefined;
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

export type ReleaseOutcome = {
  kind: 'published' | 'unchanged';
  release: { id: string; created: string };
  /** `undefined` where nothing had to be looked at. */
  build: BuildOutcome | undefined;
};

/**
 * Publishes the site: snapshot, build of what has changed, release, switch. Only one publish runs at a time. Whatever
 * fails, the served release stays and the error says why.
 */
export async function publish(input: PublishInput): Promise<ReleaseOutcome> {
  const site = siteFolder(input.config.dataDir);
  return withLock(site.lock, async () => {
    const reporter = new ProgressReporter(site, input.progress);
    // Existing files were left by a publish that was killed: only one runs at a time.
    await clearAbandonedBuild(site);
    await mkdir(site.work, { recursive: true });
    try {
      const outcome = await publishInto(site, input, reporter);
      await exportWhereWanted(input.config, input.progress, input.signal);
      return outcome;
    } finally {
      await reporter.end();
      // Where that fails, the next publish does it; why this one failed is what must be told.
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
  // Before the builder reads any of it: what is edited meanwhile is found by the next publish.
  const inputs = await inputDigest(config, project, code);
  const job = {
    site,
    bundles: join(project, '.astro', 'bundles'),
    code,
    full: isFull,
    now: new Date().toISOString(),
    // An export reads the stored files as soon as they are served.
    compressLater: input.compressLater === true && config.exportTo === undefined,
  };
  const builder = await Builder.start({ job, project, config, signal });
  try {
    const outcome =
      (await findUnchanged(site, input, inputs, reporter)) ??
      (await buildWith(builder, site, input, inputs, reporter));
    return said(outcome, started, input.progress);
  } finally {
    await builder.dismiss();
  }
}

/**
 * Reads what changed in the snapshot. Returns the served release where nothing changed and it was built from the same
 * inputs.
 */
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
  // After a rollback another release is served than the one that was made from these inputs.
  const isMadeOfThem = release && (await readIfThere(site.code)) === madeOf(inputs, release.id);
  return isMadeOfThem ? { kind: 'unchanged', release, build: undefined } : undefined;
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
      await replaceFile(site.code, madeOf(inputs, outcome.release.id));
    },
  });
  return {
    kind: build.kind === 'built' ? 'published' : 'unchanged',
    release: build.release,
    build,
  };
}

/**
 * Puts what a build made where it belongs, and serves it: first all that a release needs, then the one switch, then the
 * snapshot. A publish that breaks off before that must find the old one, or the next would see nothing new in it.
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

/** Writes what the API tells into the file of the job; nothing where nothing changed since the kept snapshot. */
async function readLines(
  site: SiteFolder,
  { snapshot, changes }: PublishInput,
): Promise<'unchanged' | 'changed'> {
  const since = changes && (await keptVersion(site));
  const answer = since && (await changes?.(since));
  if (answer && answer.kind === 'unchanged') return 'unchanged';
  await writeLines(buildFiles(site).lines, answer ? answer.lines : snapshot());
  return 'changed';
}

async function keptVersion(site: SiteFolder): Promise<string | undefined> {
  const handle = await open(site.snapshot).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    for await (const line of handle.readLines()) {
      return (JSON.parse(line) as { version?: string }).version;
    }
  } catch {
    // A file that cannot be read is replaced by the whole snapshot.
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

/** The inputs of the last publish, and its release. */
function madeOf(inputs: string, release: string): string {
  return `${inputs}\n${release}\n`;
}

async function servedRelease(site: SiteFolder): Promise<ReleaseOutcome['release'] | undefined> {
  const id = await currentRelease(site);
  return id === undefined ? undefined : readRelease(site, id).catch(() => undefined);
}

function said(
  outcome: ReleaseOutcome,
  started: number,
  progress: (line: string) => void,
): ReleaseOutcome {
  const { kind, release, build } = outcome;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  progress(
    kind === 'published' && build
      ? `Published release ${release.id}: ${build.counts.rendered} of ${build.counts.pages} pages made anew, in ${seconds} s`
      : `Nothing changed since release ${release.id} (${seconds} s)`,
  );
  return outcome;
}
