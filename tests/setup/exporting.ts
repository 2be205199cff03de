import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportSite } from '#server/services/publishing/export/exportSite.ts';
import type { Manifest } from '#release/manifest.ts';
import { release, writeFolder } from './renderedSite.ts';
import type { S3Server } from './s3Server.ts';

export type SiteFiles = Readonly<Record<string, string | Buffer>>;

/** Folders of a test, which all go at its end. */
export function temporaryFolders(): {
  make: () => Promise<string>;
  removeAll: () => Promise<void>;
} {
  const folders: string[] = [];
  return {
    make: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dolores-export-'));
      folders.push(folder);
      return folder;
    },
    removeAll: async () => {
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a release of files and serves it. */
export async function publishFiles(
  dataDir: string,
  files: SiteFiles,
  removed: readonly string[] = [],
): Promise<Manifest> {
  const folder = await writeFolder(files);
  const made = await release(dataDir, folder, removed);
  await rm(folder, { recursive: true });
  return made.release;
}

/** Exports the served release, as the operator’s command does. */
export async function exportTo(
  dataDir: string,
  target: string,
  s3?: S3Server,
  signal?: AbortSignal,
) {
  const config = { dataDir, s3: s3?.config };
  return exportSite({ config, target, progress: () => undefined, signal });
}
