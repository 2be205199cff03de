import { mkdir, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mapConcurrently } from '#domain/concurrency.ts';
import { isText } from '#release/fileTypes.ts';
import { readIfThere, replaceFile } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { type ExportedFile, contentMark } from '#server/services/publishing/export/exportedSite.ts';
import { type ExportRecord, planExport } from '#server/services/publishing/export/exportRecord.ts';

/** One of the two trees of an exported folder. Nobody is served from it while it changes. */
export type Tree = {
  folder: string;
  /** Its files. */
  record: string;
  /** Names that a change is about. */
  pending: string;
};

export type TreeMeans = {
  store: string;
  /** The other tree: a file that it has as well gets the same age here. */
  like: Tree | undefined;
  /** The age of all others. */
  modified: Date;
  /** Trusts nothing that was written before. */
  isFull: boolean;
  onFile: () => void;
};

export type TreeChange = { assets: number; pages: number; removed: number };

const filesAtOnce = 8;

export function treeOf(root: string, name: string): Tree {
  return {
    folder: join(root, name),
    record: join(root, `${name}.json`),
    pending: join(root, `${name}.pending`),
  };
}

/** Whether the tree holds exactly these files. */
export async function isInTree(tree: Tree, files: readonly ExportedFile[]): Promise<boolean> {
  const { write, remove } = planExport(named(files), contentMark, ...(await readTree(tree)));
  return write.length === 0 && remove.length === 0;
}

/**
 * Brings a tree to hold exactly these files, touching only what differs: assets first, then pages, then what goes. After
 * a kill at any moment the next call does the rest.
 */
export async function changeTree(
  tree: Tree,
  files: readonly ExportedFile[],
  means: TreeMeans,
): Promise<TreeChange> {
  const [found, unsure] = await readTree(tree);
  const known = means.isFull ? [...Object.keys(found), ...unsure] : unsure;
  const { write, remove, after } = planExport(named(files), contentMark, found, known);
  const about = [...write.map(fileName), ...remove];
  await mkdir(tree.folder, { recursive: true });
  if (about.length > 0) await replaceFile(tree.pending, JSON.stringify(about));
  const likely: ExportRecord = means.like ? (await readTree(means.like))[0] : {};
  const assets = write.filter(({ isPage }) => !isPage);
  const pages = write.filter(({ isPage }) => isPage);
  for (const group of [assets, pages]) {
    await mapConcurrently(group, filesAtOnce, async (file) => {
      const isLike = likely[fileName(file)] === contentMark(file);
      const modified = isLike && means.like ? await ageOf(means.like, file) : undefined;
      await writeForms(tree.folder, file, means.store, modified ?? means.modified);
      means.onFile();
    });
  }
  await mapConcurrently(remove, filesAtOnce, (name) => removeForms(tree.folder, name));
  await replaceFile(tree.record, JSON.stringify(after));
  await rm(tree.pending, { force: true });
  return { assets: assets.length, pages: pages.length, removed: remove.length };
}

async function readTree(tree: Tree): Promise<[ExportRecord, string[]]> {
  const record = JSON.parse((await readIfThere(tree.record)) ?? '{}') as ExportRecord;
  return [record, JSON.parse((await readIfThere(tree.pending)) ?? '[]') as string[]];
}

function named(files: readonly ExportedFile[]): Map<string, ExportedFile> {
  return new Map(files.map((file) => [fileName(file), file]));
}

function fileName({ place, isPage }: ExportedFile): string {
  return isPage ? `${place}.html` : place;
}

async function ageOf(tree: Tree, file: ExportedFile): Promise<Date | undefined> {
  return (await stat(join(tree.folder, fileName(file))).catch(() => undefined))?.mtime;
}

/** The file and, of texts, its compressed forms beside it, all of the same age: web servers make ETags of it. */
async function writeForms(
  folder: string,
  file: ExportedFile,
  store: string,
  modified: Date,
): Promise<void> {
  const target = join(folder, fileName(file));
  await mkdir(dirname(target), { recursive: true });
  const { content } = file;
  const write = async (suffix: string, body: string | NonSharedBuffer) => {
    await writeFile(target + suffix, body);
    await utimes(target + suffix, modified, modified);
  };
  if (content.kind === 'made') return write('', content.text);
  await write('', await readStored(store, content.hash, 'identity'));
  if (!isText(file.type)) return;
  await write('.br', await readStored(store, content.hash, 'br'));
  await write('.gz', await readStored(store, content.hash, 'gzip'));
}

async function removeForms(folder: string, name: string): Promise<void> {
  const target = join(folder, name);
  for (const suffix of ['.br', '.gz', '']) await rm(target + suffix, { force: true });
  // Folders that are empty now go as well, up to the tree itself.
  for (let parent = dirname(target); parent.length > folder.length; parent = dirname(parent)) {
    const isGone = await rmdir(parent).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
