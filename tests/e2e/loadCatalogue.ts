import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';

const folder = fileURLToPath(new URL('../../src/content/starter', import.meta.url));
const sharedByAtLeast = 5;
type Starter = { place: string; value: { id: string; tags: string[] } };

/** GPTs whose rarer tags tests look for. */
const fullyTagged = new Set(['regex-workbench']);

/** GPTs that tests name. */
const named = new Set([
  'bread-troubleshooter',
  'brotbackstube-de',
  'bug-hunt-partner',
  'chart-picker',
  'fridge-to-dinner',
  'gpt-4-all',
  'regex-workbench',
  'story-doctor',
  'sufrat-al-aila-ar',
]);

/**
 * Loads every second of the assistants that the product ships with into a new database, and those that tests name,
 * without their rarer tags: each GPT and each tag is eight pages more that are like the others.
 */
export async function loadCatalogue(database: Database): Promise<void> {
  const some = await database.query.select({ id: gpt.id }).from(gpt).limit(1);
  if (some.length > 0) return;
  const starters: Starter[] = [];
  let number = 0;
  for await (const starter of readStarterFolder(folder)) {
    const { place, value } = starter as Starter;
    number += 1;
    if (number % 2 === 0 || named.has(value.id)) starters.push({ place, value });
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
    const tags = fullyTagged.has(value.id) ? value.tags : value.tags.filter(isKept);
    yield { place, value: { ...value, tags } };
  }
}
