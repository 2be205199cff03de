import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';

const folder = fileURLToPath(new URL('../../src/content/starter', import.meta.url));
const sharedByAtLeast = 5;
type Starter = { place: string; value: { id: string; tags: string[] } };

/** GPTs whose rarer tags tests look for. */
const told = new Set(['regex-workbench']);

/**
 * Loads the assistants that the product ships with into a new database, without their rarer tags: each is eight pages
 * more that are like the others, and together they would be half of the release.
 */
export async function loadCatalogue(database: Database): Promise<void> {
  const some = await database.query.select({ id: gpt.id }).from(gpt).limit(1);
  if (some.length > 0) return;
  const starters: Starter[] = [];
  for await (const { place, value } of readStarterFolder(folder)) {
    starters.push({ place, value: value as Starter['value'] });
  }
  const counts = new Map<string, number>();
  for (const tag of starters.flatMap(({ value }) => value.tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const isKept = (tag: string): boolean => (counts.get(tag) ?? 0) >= sharedByAtLeast;
  await importGpts(database, thinned(starters, isKept));
}

async function* thinned(
  starters: readonly Starter[],
  isKept: (tag: string) => boolean,
): AsyncGenerator<Starter> {
  for (const { place, value } of starters) {
    const tags = told.has(value.id) ? value.tags : value.tags.filter(isKept);
    yield { place, value: { ...value, tags } };
  }
}
