import { open, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipFiles } from '#server/services/conversations/import/unzip.ts';
import { readZipDirectory } from '#server/services/conversations/import/zipDirectory.ts';

/** Returns the files of a ZIP by name, read as imports are read. */
export async function unzip(archive: ArrayBuffer | Uint8Array): Promise<Record<string, Buffer>> {
  const file = join(tmpdir(), `${randomUUID()}.zip`);
  await writeFile(file, new Uint8Array(archive));
  try {
    const handle = await open(file);
    const names = (await readZipDirectory(handle)).map(({ name }) => name);
    await handle.close();
    const files: Record<string, Buffer> = {};
    for await (const content of unzipFiles(file, /^/)) {
      files[names[Object.keys(files).length] ?? ''] = await buffer(content);
    }
    return files;
  } finally {
    await rm(file);
  }
}
