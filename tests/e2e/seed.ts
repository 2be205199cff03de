import { realpath } from 'node:fs/promises';
import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { linkedGpt, newGpt, privateGpt, removedGpt, usedDay } from '../setup/site/seeded.ts';

/** Adds to the starter catalogue the rows that tests need and no visitor can make, once for all tests. */
export default async function seed(): Promise<void> {
  const dataDir = await realpath(process.env['E2E_DATA_DIR'] ?? '');
  const place = { databaseUrl: undefined, postgresBin: undefined, dataDir };
  const database = await openDatabase(place, pino({ level: 'silent' }), 1);
  try {
    await database.query
      .insert(gpt)
      .values([
        { id: privateGpt, name: 'Private diary', visibility: 'private' },
        { id: removedGpt, name: 'Removed helper', removed: new Date() },
        newGpt,
        linkedGpt,
      ])
      .onConflictDoNothing();
    await database.query
      .insert(gptUsageDay)
      .values({ gptId: 'regex-workbench', day: usedDay, imported: 5 })
      .onConflictDoNothing();
    await freezePeriods(database, new Date(), Infinity);
  } finally {
    await database.close();
  }
}
