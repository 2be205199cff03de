import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Manifest, backupsFolder } from '#server/services/backup/manifest.ts';
import { compressed, encrypted, measured } from '#server/services/backup/packing.ts';
import type { BackupTarget } from '#server/services/backup/writeTables.ts';

/** Stores the operator's files, from folders by their names in a backup. Returns their entries, and the stored bytes. */
export async function writeFiles(
  folders: Readonly<Record<string, string>>,
  { place, name, recipients }: BackupTarget,
): Promise<{ files: Manifest['files']; bytes: number }> {
  const files: Manifest['files'] = [];
  let bytes = 0;
  const end = recipients.length > 0 ? '.zst.age' : '.zst';
  for (const [folderName, folder] of Object.entries(folders)) {
    for (const path of await listFiles(folder)) {
      const entry = { name: `${folderName}/${path}`, file: '', sha256: '' };
      entry.file = `${backupsFolder}/${name}/files/${entry.name}${end}`;
      const content = measured(createReadStream(join(folder, path)), (found) => {
        entry.sha256 = found.sha256;
      });
      bytes += await place.write(entry.file, encrypted(compressed(content), recipients));
      files.push(entry);
    }
  }
  return { files, bytes };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}
