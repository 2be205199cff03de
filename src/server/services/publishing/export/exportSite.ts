import { isMarkedFolder, restoredCopySentence } from '#server/services/operation/restoredCopy.ts';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { bucketOf } from '#server/gateways/storage/s3.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import {
  type BucketExport,
  exportBucket,
} from '#server/services/publishing/export/exportBucket.ts';
import {
  type FolderExport,
  exportFolder,
} from '#server/services/publishing/export/exportFolder.ts';
import { checkFileCount } from '#server/services/publishing/export/hostLimits.ts';
import { pendingPurge } from '#server/services/publishing/export/pendingPurge.ts';
import { readExportedSite } from '#server/services/publishing/export/exportedSite.ts';
import { siteFolder } from '#release/siteFolder.ts';

export type ExportConfig = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'exportTo' | 's3' | 'publicUrl' | 'cdnPurge' | 'exportMaxFiles'>>;

export type ExportInput = {
  config: ExportConfig;
  /** A folder, or `s3://bucket/prefix`. */
  target: string;
  /** Writes all files, also those that an earlier export wrote. */
  isFull?: boolean | undefined;
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Exports the served release for other web servers; writes only the differences to the previous export. Throws an
 * `Error` for the operator when nothing is served, the target cannot be written, or another export to it is running.
 */
export async function exportSite(input: ExportInput): Promise<FolderExport | BucketExport> {
  const { config, target, isFull = false, progress, signal } = input;
  const site = siteFolder(config.dataDir);
  if (isMarkedFolder(config.dataDir))
    throw new Error(`Nothing is exported. ${restoredCopySentence}`);
  const bucket = bucketOf(target);
  if (target.startsWith('s3:') && bucket === undefined) {
    throw new Error(`${target} is no address of a bucket: s3://bucket or s3://bucket/prefix`);
  }
  const root = resolve(target);
  const lock = bucket ? join(site.root, 'export.lock') : join(root, 'export.lock');
  const began = performance.now();
  const run = withLock(lock, async () => {
    const exported = await readExportedSite(site);
    const { exportMaxFiles = 0 } = config;
    for (const line of checkFileCount(exported.files.length, exportMaxFiles)) progress(line);
    const purge = pendingPurge(config, dirname(lock));
    const onFile = countFiles(progress, signal);
    const options = { store: site.store, isFull, onFile, beforeRemoval: purge.note };
    if (!bucket) {
      const outcome = await exportFolder(root, exported, options);
      await purge.run();
      return outcome;
    }
    const { s3 } = config;
    if (s3 === undefined) {
      throw new Error(
        'A bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (and S3_ENDPOINT).',
      );
    }
    const outcome = await exportBucket({ s3, ...bucket, signal }, exported, options);
    await purge.run();
    return outcome;
  });
  const outcome = await run.catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    throw new Error(`Another export to ${target} is running.`, { cause: error });
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  progress(`${sentenceOf(outcome, target)} (${seconds} s)`);
  return outcome;
}

/** Exports to `EXPORT_TO`, if set. Throws an `Error` with the hint that the release is served nevertheless. */
export async function exportIfConfigured(
  config: ExportConfig,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (config.exportTo === undefined) return;
  await exportSite({ config, target: config.exportTo, progress, signal }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`This server serves the release, but it was not exported: ${reason}`, {
        cause: error,
      });
    },
  );
}

function sentenceOf(outcome: FolderExport | BucketExport, target: string): string {
  if (outcome.kind === 'unchanged') return `${target} has this release already`;
  const { assets, pages, removed } = outcome;
  const hasNewPolicies = 'hasNewPolicies' in outcome && outcome.hasNewPolicies;
  const reload = hasNewPolicies ? ' Reload nginx or Caddy: pages have a new policy.' : '';
  return `Exported to ${target}: ${pages} pages and ${assets} other files written, ${removed} removed.${reload}`;
}

function countFiles(progress: (line: string) => void, signal: AbortSignal | undefined): () => void {
  let files = 0;
  return () => {
    signal?.throwIfAborted();
    files += 1;
    if (files % 5_000 === 0) progress(`Exported ${files} files`);
  };
}
