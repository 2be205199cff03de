import { mkdir, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mapConcurrently } from '#domain/concurrency.ts';
import { isText } from '#release/fileTypes.ts';
import { readIfThere, replaceFile } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import {
  type ExportOptions,
  type ExportedFile,
  contentMark,
} from '#server/services/publishing/export/exportedSite.ts';
import {
  exportRecord,
  pendingNames,
  type ExportRecord,
  planExport,
} from '#server/services/publishing/export/exportRecord.ts';
import { parseChecked } from '#domain/json.ts';

/** One of the two trees of an exported folder. It is not served while it changes. */
export type Tree = {
  folder: string;
  record: string;
  /** The names that an unfinished change affects. */
  pending: string;
};

type TreeOptions = ExportOptions & {
  /** The other tree: a file with the same content there gets the same modification time here. */
  like: Tree | undefined;
  /** The modification time of all other files. */
  modified: Date;
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

/** Whether the tree has exactly these files. */
export async function isInTree(tree: Tree, files: readonly ExportedFile[]): Promise<boolean> {
  const { write, remove } = planExport(byName(files), contentMark, ...(await readTree(tree)));
  return write.length === 0 && remove.length === 0;
}

/** Returns the names in a tree that are not among these files. */
export async function namesBeside(tree: Tree, files: readonly ExportedFile[]): Promise<string[]> {
  const [found] = await readTree(tree);
  const names = byName(files);
  return Object.keys(found).filter((name) => !names.has(name));
}

/**
 * Changes a tree to exactly these files, writing only the differences: first assets, then pages, then removals. After a
 * kill at any moment the next call completes it.
 */
export async function changeTree(
  tree: Tree,
  files: readonly ExportedFile[],
  options: TreeOptions,
): Promise<TreeChange> {
  const [found, unsure] = await readTree(tree);
  const known = options.isFull ? [...Object.keys(found), ...unsure] : unsure;
  const { write, remove, after } = planExport(byName(files), contentMark, found, known);
  const affected = [...write.map(fileName), ...remove];
  await mkdir(tree.folder, { recursive: true });
  if (affected.length > 0) await replaceFile(tree.pending, JSON.stringify(affected));
  const otherRecord: ExportRecord = options.like ? (await readTree(options.like))[0] : {};
  const assets = write.filter(({ isPage }) => !isPage);
  const pages = write.filter(({ isPage }) => isPage);
  for (const group of [assets, pages]) {
    await mapConcurrently(group, filesAtOnce, async (file) => {
      const isSame = otherRecord[fileName(file)] === contentMark(file);
      const modified = isSame && options.like ? await modifiedOf(options.like, file) : undefined;
      await writeForms(tree.folder, file, options.store, modified ?? options.modified);
      options.onFile();
    });
  }
  await mapConcurrently(remove, filesAtOnce, (name) => removeForms(tree.folder, name));
  await replaceFile(tree.record, JSON.stringify(after));
  await rm(tree.pending, { force: true });
  return { assets: assets.length, pages: pages.length, removed: remove.length };
}

async function readTree(tree: Tree): Promise<[ExportRecord, string[]]> {
  const [record, pending] = [await readIfThere(tree.record), await readIfThere(tree.pending)];
  return [
    parseChecked(exportRecord, record ?? '{}', tree.record),
    parseChecked(pendingNames, pending ?? '[]', tree.pending),
  ];
}

function byName(files: readonly ExportedFile[]): Map<string, ExportedFile> {
  return new Map(files.map((file) => [fileName(file), file]));
}

function fileName({ name, isPage }: ExportedFile): string {
  return isPage ? `${name}.html` : name;
}

async function modifiedOf(tree: Tree, file: ExportedFile): Promise<Date | undefined> {
  return (await stat(join(tree.folder, fileName(file))).catch(() => undefined))?.mtime;
}

/** Writes a file and its compressed forms with one modification time, from which web servers make ETags. */
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
  if (content.kind === 'generated') return write('', content.text);
  await write('', await readStored(store, content.hash, 'identity'));
  if (!isText(file.type)) return;
  await write('.br', await readStored(store, content.hash, 'br'));
  await write('.gz', await readStored(store, content.hash, 'gzip'));
}

async function removeForms(folder: string, name: string): Promise<void> {
  const target = join(folder, name);
  for (const suffix of ['.br', '.gz', '']) await rm(target + suffix, { force: true });
  // Removes folders that became empty, up to the tree itself.
  for (let parent = dirname(target); parent.length > folder.length; parent = dirname(parent)) {
    const isGone = await rmdir(parent).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
