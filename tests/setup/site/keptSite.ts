import { readFileSync } from 'node:fs';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { siteFolder } from '#release/siteFolder.ts';

/** How the site of the tests was published. */
export type KeptSite = {
  /** The data folder of the product that published it. */
  dataDir: string;
  port: number;
};

/** Returns the data folder of the copy of the release that was published in `dataDir`. */
export function keptFolder(dataDir: string): string {
  return join(dataDir, 'published');
}

/**
 * Copies the published site of a data folder into a data folder of its own, for tests that read it while a server of the
 * first folder publishes other releases. Links its files, because publishing replaces and deletes files but changes none.
 */
export async function keepSite(kept: KeptSite): Promise<void> {
  const { root } = siteFolder(kept.dataDir);
  const folder = keptFolder(kept.dataDir);
  const copy = siteFolder(folder).root;
  await rm(folder, { recursive: true, force: true });
  const folders = [root];
  for (const source of folders) {
    const target = join(copy, relative(root, source));
    await mkdir(target, { recursive: true });
    const entries = await readdir(source, { withFileTypes: true });
    folders.push(
      ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(source, name)),
    );
    const files = entries.filter((entry) => entry.isFile());
    await Promise.all(files.map(({ name }) => link(join(source, name), join(target, name))));
  }
  // Last: its presence marks the copy as complete.
  await writeFile(recordFile(folder), JSON.stringify(kept));
}

/** Returns the options of the published site in the data folder of a copy; `undefined` without a complete copy. */
export function readKeptSite(folder: string): KeptSite | undefined {
  try {
    return JSON.parse(readFileSync(recordFile(folder), 'utf8')) as KeptSite;
  } catch {
    return undefined;
  }
}

function recordFile(folder: string): string {
  return join(folder, 'published.json');
}
