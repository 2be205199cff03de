import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import type { ImportReport } from '#server/services/gpts/importRows.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';

/** The shipped assistants, as Markdown files. */
export const starterFolder = fileURLToPath(new URL('../../../content/starter', import.meta.url));

/** Imports the assistants that the product ships with, if the database has no GPT at all. */
export async function loadStarterIfEmpty(database: Database): Promise<ImportReport | undefined> {
  const some = await database.query.select({ id: gpt.id }).from(gpt).limit(1);
  if (some.length > 0) return undefined;
  return importGpts(database, starterRows());
}

/** Returns the assistants that the product ships with, as rows to import. */
export function starterRows(): ReturnType<typeof readStarterFolder> {
  return readStarterFolder(starterFolder);
}
