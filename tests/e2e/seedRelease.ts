import { mkdir, realpath } from 'node:fs/promises';
import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { review } from '#server/db/schema/gpts.ts';
import { loadCatalogue } from './loadCatalogue.ts';
import { seedRankings } from './seedRankings.ts';
import { reviewedGpt } from './seeded.ts';

/** Before the server publishes: the catalogue, rankings, and reviews by users who never come, so that the release has some. */
const dataDir = process.env['DATA_DIR'] ?? '';
await mkdir(dataDir, { recursive: true });
const place = { databaseUrl: undefined, postgresBin: undefined, dataDir: await realpath(dataDir) };
const database = await openDatabase(place, pino({ level: 'silent' }), 1);
await loadCatalogue(database);
const numbers = Array.from({ length: 25 }, (_, number) => number);
const users = await database.query
  .insert(appUser)
  .values(
    numbers.map((number) => ({ email: `${number}@seed.example.org`, name: `User ${number}` })),
  )
  .onConflictDoNothing()
  .returning({ userId: appUser.id });
const reviews = users.map(({ userId }, number) => {
  const written = new Date(Date.now() - (30 - number) * 3_600_000);
  const text = `Review ${number}`;
  const rating = 1 + (number % 5);
  return { userId, gptId: reviewedGpt, rating, text, created: written, updated: written };
});
// A data folder that was used before has them.
if (reviews.length > 0) await database.query.insert(review).values(reviews);
await seedRankings(database);
await database.close();
