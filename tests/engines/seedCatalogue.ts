import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';
import { seedRankings } from '../setup/site/seedRankings.ts';
import { rankedGpts } from '../setup/site/seeded.ts';

/**
 * Fills the database of the data folder `DATA_DIR` before the server publishes: enough GPTs in English for two pages of
 * the directory, and their rankings.
 */
const starterFolder = fileURLToPath(new URL('../../src/content/starter', import.meta.url));
const named = new Set<string>([...rankedGpts, 'regex-workbench']);
const mostOthers = 30;

const dataDir = await realpath(process.env['DATA_DIR'] ?? '');
const place = { databaseUrl: undefined, postgresBin: undefined, dataDir };
const database = await openDatabase(place, pino({ level: 'silent' }), 1);
await importGpts(database, chosenGpts());
await seedRankings(database);
await database.close();

async function* chosenGpts() {
  let others = 0;
  for await (const { place: file, value } of readStarterFolder(starterFolder)) {
    const gpt = value as { id: string; lang: string; tags: string[] };
    const isNamed = named.has(gpt.id);
    if (!isNamed && (gpt.lang !== 'en' || others === mostOthers)) continue;
    if (!isNamed) others += 1;
    // Each tag is eight pages more.
    yield { place: file, value: { ...gpt, tags: [] } };
  }
}
