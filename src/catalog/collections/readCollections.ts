import { type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Collection,
  parseCollection,
  wrongCollection,
} from '#catalog/collections/parseCollection.ts';
import { slugPattern } from '#catalog/frontMatter.ts';
import { isForeignFile, withoutMark } from '#domain/site/foreignFiles.ts';
import { collectionLimits } from '#domain/gpts/collections.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';

export type CollectionFiles = {
  /** Changes whenever a file changes. */
  signature: string;
  /** Newest first. */
  collections: readonly Collection[];
  /** Sentences with file and field about invalid files, which are omitted. */
  problems: readonly string[];
};

type CollectionFile = {
  folder: string;
  isOwn: boolean;
  name: string;
  size: number;
  changed: number;
};

const longestSlug = 80;

/** Returns the folders of `{slug}.md`: the product’s, then the operator’s, if there is one. */
export function collectionFolders(operators: string | undefined): readonly string[] {
  const shipped = join(sourceFolder(), 'content/collections');
  return operators === undefined ? [shipped] : [shipped, operators];
}

/**
 * Reads the collections in folders. Files of a later folder replace files with the same name. A missing folder is empty.
 * Returns `before` if no file has changed since.
 */
export function readCollections(
  folders: readonly string[],
  before?: CollectionFiles,
): CollectionFiles {
  const problems: string[] = [];
  const files = folders.flatMap((folder, index) => filesIn(folder, index > 0, problems));
  const signature = JSON.stringify([files, problems]);
  return before?.signature === signature ? before : { signature, ...readAll(files, problems) };
}

function filesIn(folder: string, isOwn: boolean, problems: string[]): CollectionFile[] {
  const found = entriesOf(folder, problems)
    .filter(({ name }) => name.endsWith('.md') && name !== 'README.md' && !isForeignFile(name))
    .map(({ name }) => name)
    .toSorted();
  if (found.length > collectionLimits.files) {
    const { files } = collectionLimits;
    problems.push(`${folder} has ${found.length} collections; the first ${files} by name are used`);
  }
  return found.slice(0, collectionLimits.files).flatMap((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats?.isFile()) return [{ folder, isOwn, name, size: stats.size, changed: stats.mtimeMs }];
    problems.push(wrongCollection(name, 'is no file').message);
    return [];
  });
}

function entriesOf(folder: string, problems: string[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      problems.push(`The folder of collections ${folder} cannot be read: ${code}`);
    return [];
  }
}

function readAll(
  files: readonly CollectionFile[],
  problems: readonly string[],
): Omit<CollectionFiles, 'signature'> {
  const bySlug = new Map<string, Collection>();
  const wrong = [...problems];
  for (const file of files) {
    try {
      const collection = readOne(file);
      bySlug.set(collection.slug, collection);
    } catch (error) {
      wrong.push((error as Error).message);
    }
  }
  return { collections: [...bySlug.values()].toSorted(newestFirst), problems: wrong };
}

function readOne({ folder, isOwn, name, size }: CollectionFile): Collection {
  const slug = name.slice(0, -'.md'.length);
  if (!slugPattern.test(slug) || slug.length > longestSlug) {
    throw wrongCollection(name, 'needs another file name: a–z, 0–9 and single hyphens, then .md');
  }
  if (size > collectionLimits.bytes) {
    throw wrongCollection(name, `is over ${collectionLimits.bytes / 1_000} KB`);
  }
  return parseCollection(slug, contentOf(join(folder, name), name), isOwn);
}

function contentOf(file: string, name: string): string {
  try {
    return withoutMark(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw wrongCollection(name, `cannot be read: ${code}`);
  }
}

function newestFirst(one: Collection, other: Collection): number {
  if (one.day !== other.day) return one.day < other.day ? 1 : -1;
  return one.slug < other.slug ? -1 : 1;
}
