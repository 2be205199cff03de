import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The code that makes lines: whole folders, so that no list of files must be kept. */
const folders = ['contract', 'domain', 'server'];

let digest: Promise<string> | undefined;

/** A digest of the code that this process makes lines of the snapshot with: other code may write them otherwise. */
export function snapshotCode(): Promise<string> {
  digest ??= digestOf(fileURLToPath(new URL('../../../', import.meta.url)));
  return digest;
}

async function digestOf(source: string): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = await readdir(join(source, folder), { recursive: true });
    for (const name of names.filter((file) => file.endsWith('.ts')).toSorted()) {
      hash
        .update(name)
        .update('\0')
        .update(await readFile(join(source, folder, name)));
    }
  }
  return hash.digest('base64url');
}
