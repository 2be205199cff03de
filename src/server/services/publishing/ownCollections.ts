import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { collectionLimits } from '#domain/gpts/collections.ts';

export type CollectionsConfig = Pick<Config, 'dataDir' | 'collectionsFolder'>;

/** Returns the folder of `{slug}.md` files, which publishing reads (`src/catalog/collections`). */
export function collectionsFolder({
  dataDir,
  collectionsFolder: given,
}: CollectionsConfig): string {
  return given ?? join(dataDir, 'collections');
}

/** Returns a text that changes with the collections. Too large or unreadable files count by their size. */
export function collectionsText(config: CollectionsConfig): string {
  const folder = collectionsFolder(config);
  return JSON.stringify(
    namesIn(folder).map((name) => {
      const file = join(folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      return [name, stats?.size, stats?.isFile() && contentOf(file, stats.size)];
    }),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .toSorted();
  } catch {
    // A missing folder is empty; the build reports other errors.
    return [];
  }
}

function contentOf(file: string, size: number): string | undefined {
  if (size > collectionLimits.bytes) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
