import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { collectionLimits } from '#domain/gpts/collections.ts';
import { type OperatorFoldersConfig, operatorFolders } from '#server/operatorFolders.ts';

/** Returns a text that changes with the collections. Too large or unreadable files count by their size. */
export function collectionsText(config: OperatorFoldersConfig): string {
  const { collections: folder } = operatorFolders(config);
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
