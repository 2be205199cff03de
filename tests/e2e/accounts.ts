import { realpath } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { openDatabase } from '#server/db/open.ts';
import { appUser } from '#server/db/schema/accounts.ts';

/** Gives an account another picture, which no call of this version does. */
export async function setPicture(email: string, picture: string): Promise<void> {
  const dataDir = await realpath(process.env['E2E_DATA_DIR'] ?? '');
  const place = { databaseUrl: undefined, postgresBin: undefined, dataDir };
  const database = await openDatabase(place, pino({ level: 'silent' }), 1);
  try {
    await database.query.update(appUser).set({ picture }).where(eq(appUser.email, email));
  } finally {
    await database.close();
  }
}
