import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { serverInstance } from '#server/db/schema/operation.ts';

/**
 * Takes over from the previous server on this data folder. A folder has one server at a time, so the previous one has
 * ended: it is recorded as ended, and its answers can be closed immediately.
 */
export async function takeOverServer(
  { config, database }: CorePlatform,
  ownerId: string,
): Promise<void> {
  const file = join(config.dataDir, 'server.id');
  const before = await readFile(file, 'utf8').catch(() => '');
  // After an interrupted write there is no id; then the missing heartbeats show that the previous server is dead.
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(before)) {
    await database.query.delete(serverInstance).where(eq(serverInstance.id, before));
  }
  await writeFile(file, ownerId);
}
