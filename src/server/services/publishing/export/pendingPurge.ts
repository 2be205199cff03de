import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '#domain/json.ts';
import { readIfThere, replaceFile } from '#release/siteFolder.ts';
import type { Config } from '#server/config.ts';
import { purgeUrls } from '#server/gateways/cdn/purgeUrls.ts';
import { pendingNames } from '#server/services/publishing/export/exportRecord.ts';
import { hostFolder } from '#server/services/publishing/export/exportedSite.ts';

/** Files that leave an export, and that the CDN could fetch until then. */
export type PendingPurge = {
  /** Stores their names. To be called before the export forgets them. */
  note: (names: readonly string[]) => Promise<void>;
  /** Removes them from the CDN. Throws its reason; the next export tries it again. */
  run: () => Promise<void>;
};

/** Keeps the names in a file of `folder` until the CDN took them. Does nothing without a CDN. */
export function pendingPurge(
  { publicUrl, cdnPurge }: Partial<Pick<Config, 'publicUrl' | 'cdnPurge'>>,
  folder: string,
): PendingPurge {
  const file = join(folder, 'purge.json');
  const read = async () => parseChecked(pendingNames, (await readIfThere(file)) ?? '[]', file);
  if (publicUrl === undefined || cdnPurge === undefined) {
    return { note: async () => undefined, run: async () => undefined };
  }
  return {
    note: async (names) => {
      const left = names.filter((name) => !name.startsWith(hostFolder));
      if (left.length === 0) return;
      await replaceFile(file, JSON.stringify([...new Set([...(await read()), ...left])]));
    },
    run: async () => {
      const names = await read();
      if (names.length === 0) return;
      await purgeUrls(
        cdnPurge,
        names.map((name) => `${publicUrl}/${name.split('/').map(encodeURIComponent).join('/')}`),
      );
      await rm(file, { force: true });
    },
  };
}
