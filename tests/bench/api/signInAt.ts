import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';
import { makePeople } from '../relay/people.ts';

/** Makes a signed-in user in the database of a data folder. Returns the cookie header of the session. */
export async function signInAt(dataDir: string): Promise<string> {
  const log = pino({ level: 'silent' });
  const database = await openDatabase(
    { dataDir, databaseUrl: undefined, postgresBin: undefined },
    log,
    1,
  );
  try {
    const [person] = await makePeople(database, 1);
    if (person === undefined) throw new Error('Nobody was signed in');
    return person.cookie;
  } finally {
    await database.close();
  }
}
