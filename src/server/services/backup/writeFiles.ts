import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type MessagesConfig, messagesFolder } from '#server/services/messages/messagesFolder.ts';
import {
  type CollectionsConfig,
  collectionsFolder,
} from '#server/services/publishing/ownCollections.ts';
import { type Manifest, backupsFolder } from '#server/services/backup/manifest.ts';
import { compressed, encrypted, measured } from '#server/services/backup/packing.ts';
import type { BackupTarget } from '#server/services/backup/writeTables.ts';

/** Returns the folders that the operator fills, by their names in a backup. */
export function operatorFolders(
  config: MessagesConfig & CollectionsConfig,
): Readonly<Record<string, string>> {
  return { messages: messagesFolder(config), collections: collectionsFolder(config) };
}

/** Stores the operator's files. Returns their entries, and the stored bytes. */
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
