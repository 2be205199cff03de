import { readdir } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { operatorFolders } from '#server/operatorFolders.ts';

/** Files of the operator that are not read any more: one sentence, and the next step. */
export type ForgottenFolder = { text: string; next: string };

/**
 * Finds texts and collections that stayed in `DATA_DIR` when they got a folder of their own, as in the volume of an earlier
 * `compose.yaml`. An own folder with files is in use: the old one is a copy then.
 */
export async function findForgottenFolders(config: Config): Promise<ForgottenFolder[]> {
  const own = operatorFolders(config);
  const usual = operatorFolders({ dataDir: config.dataDir });
  const moved = [
    { variable: 'MESSAGES_FOLDER', from: usual.messages, to: own.messages },
    { variable: 'COLLECTIONS_FOLDER', from: usual.collections, to: own.collections },
  ].filter(({ from, to }) => from !== to);
  const found = await Promise.all(
    moved.map(async (one) => {
      const isForgotten = (await hasFiles(one.from)) && !(await hasFiles(one.to));
      return isForgotten ? [toFinding(one)] : [];
    }),
  );
  return found.flat();
}

function toFinding({ variable, from, to }: { variable: string; from: string; to: string }) {
  return {
    text: `${variable} (${to}) has no files, but ${from} has some, which no page shows`,
    next: `Copy them, and restart: mkdir -p '${to}' && cp -R '${from}/.' '${to}'. Or delete the old ones.`,
  };
}

/** A folder that is missing or may not be read counts as empty. */
async function hasFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.some((entry) => entry.isFile());
}
