import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { serverInstance } from '#server/db/schema/operation.ts';

type Parts = { database: Database; dataDir: string; ownerId: string };

/**
 * Takes the place of the server that ran on this data folder before. A folder has one server at a time, so that one has
 * ended, however it did: it counts as one that left, and what it was answering can be ended at once.
 */
export async function takeOverServer({ database, dataDir, ownerId }: Parts): Promise<void> {
  const file = join(dataDir, 'server.id');
  const before = await readFile(file, 'utf8').catch(() => '');
  // A write that was cut off leaves no id, and then the silence of the server before tells that it is dead.
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(before)) {
    await database.query.delete(serverInstance).where(eq(serverInstance.id, before));
  }
  await writeFile(file, ownerId);
}
