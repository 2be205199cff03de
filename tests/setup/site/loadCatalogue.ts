import { fileURLToPath } from 'node:url';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';
import { nastyGpts } from '../../fixtures/nastyGpts.ts';
import { plainGpts } from '../../fixtures/snapshot.ts';
import { goneGpt } from './seeded.ts';

const folder = fileURLToPath(new URL('../../../src/content/starter', import.meta.url));
const sharedByAtLeast = 6;
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
 * Loads the catalogue of the site of the tests into a new database: every fourth of the assistants that the product ships
 * with, or all of them with `WHOLE_SITE`, those that tests name, plain GPTs, the nasty ones, and one that was removed. The
 * assistants lack their rarer tags: each GPT and each tag is eight pages more that are like the others.
 */
export async function loadCatalogue(database: Database): Promise<void> {
  const isWhole = process.env['WHOLE_SITE'] !== undefined;
  const starters: Starter[] = [];
  let number = 0;
  for await (const starter of readStarterFolder(folder)) {
    const { place, value } = starter as Starter;
    number += 1;
    if (isWhole || number % 4 === 1 || named.has(value.id)) starters.push({ place, value });
  }
  const counts = new Map<string, number>();
  for (const tag of starters.flatMap(({ value }) => value.tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const isKept = (tag: string): boolean => (counts.get(tag) ?? 0) >= sharedByAtLeast;
  await importGpts(database, thinned(starters, isKept));
  await database.query.insert(gpt).values([...plainGpts, ...nastyGpts].map(rowOf));
  await database.query.insert(gpt).values({ id: goneGpt, name: 'Gone', removed: new Date() });
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

/** Stores a GPT as it is: an import would clean its hostile fields. Ratings come with `seedReviews.ts`. */
function rowOf(given: Gpt): typeof gpt.$inferInsert {
  return {
    ...given,
    welcomeMessage: given.welcome_message,
    promptStarters: given.prompt_starters,
    gptCreated: given.created,
    gptUpdated: given.updated,
    importedChats: given.imported_chats,
    importedRating: given.imported_rating,
    importedReviews: given.imported_reviews,
    ownChats: given.chats - (given.imported_chats ?? 0),
    ratings: 0,
    reviews: 0,
    created: undefined,
    updated: undefined,
  };
}
