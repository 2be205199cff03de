import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Returns the absolute path of a folder without symbolic links. The folder may be missing. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder === dirname(folder)
      ? folder
      : join(realFolder(dirname(folder)), basename(folder));
  }
}
