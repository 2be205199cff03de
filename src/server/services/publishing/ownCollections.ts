import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { collectionLimits } from '#domain/collections.ts';

/** Where the operator's collections are: `{slug}.md`. Publishing reads them (`src/catalog/collections`). */
export function collectionsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'collections');
}

/**
 * Returns a text that differs when the operator's collections do. Of a file that is too large to be used, or cannot be
 * read, it has the size only.
 */
export function collectionsText(config: Pick<Config, 'dataDir'>): string {
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
    // A folder that does not exist is empty; the build reports what else is wrong with it.
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
