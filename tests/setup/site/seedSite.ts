import { mkdir, realpath } from 'node:fs/promises';
import { pino } from 'pino';
import { dayOf } from '#domain/dates.ts';
import { openDatabase } from '#server/db/open.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { writeTestBlog } from '../../fixtures/blogFolder.ts';
import { loadCatalogue } from './loadCatalogue.ts';
import { blogFolder } from './productEnvironment.ts';
import { seedRankings } from './seedRankings.ts';
import { seedReviews } from './seedReviews.ts';

/**
 * Makes the inputs of the site of the tests in a data folder: catalogue, reviews, usage with its rankings, and blog. A
 * folder that was used before keeps its data.
 */
export async function seedSite(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeTestBlog(blogFolder(dataDir), dayOf(new Date()));
  const place = {
    databaseUrl: undefined,
    postgresBin: undefined,
    dataDir: await realpath(dataDir),
  };
  const database = await openDatabase(place, pino({ level: 'silent' }), 1);
  try {
    const some = await database.query.select({ id: gpt.id }).from(gpt).limit(1);
    if (some.length > 0) return;
    await loadCatalogue(database);
    await seedReviews(database);
    await seedRankings(database);
  } finally {
    await database.close();
  }
}
