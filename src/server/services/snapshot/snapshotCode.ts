import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The code that may influence lines: whole folders, so that no list of files must be maintained. */
const folders = ['contract', 'domain', 'server'];

let digest: Promise<string> | undefined;

/** Returns a digest of the code with which this process writes snapshots: other code may write other lines. */
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
