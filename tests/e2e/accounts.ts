import { realpath } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/open.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { mailPause } from '#server/db/schema/mail.ts';
import { blockUser } from '#server/services/people/blockUser.ts';
import { hashAddress } from '#server/services/mail/sendUnlessPaused.ts';

/** Pauses an address as a refusal of the mail server does; the development mailbox refuses none. */
export async function pauseAddress(email: string, until: Date): Promise<void> {
  const dataDir = await realpath(process.env['E2E_DATA_DIR'] ?? '');
  const { secret } = readConfig({ DATA_DIR: dataDir });
  const addressHash = hashAddress(secret, email);
  await withDatabase(async ({ query }) => {
    await query.insert(mailPause).values({ addressHash, refusals: 1, refused: new Date(), until });
  });
}

/** Blocks an account, as an operator's command does. */
export async function blockAccount(email: string): Promise<void> {
  await withDatabase(async (database) => {
    const dataDir = await realpath(process.env['E2E_DATA_DIR'] ?? '');
    const config = readConfig({ DATA_DIR: dataDir });
    const log = pino({ level: 'silent' });
    await blockUser({ config, database, log, now: () => new Date() }, email, 'spam');
  });
}

/** Gives an account another picture, which no call of this version does. */
export async function setPicture(email: string, picture: string): Promise<void> {
  await withDatabase(async ({ query }) => {
    await query.update(appUser).set({ picture }).where(eq(appUser.email, email));
  });
}

/** Opens the database of the running product. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = await realpath(process.env['E2E_DATA_DIR'] ?? '');
  const place = { databaseUrl: undefined, postgresBin: undefined, dataDir };
  const database = await openDatabase(place, pino({ level: 'silent' }), 1);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Moves an account's post for the sharing plan three hours into the past, so that it can be reviewed. */
export async function agePost(email: string): Promise<void> {
  await withDatabase(async ({ query }) => {
    const span = sql`interval '3 hours'`;
    await query.execute(
      sql`update sharing_post set sent = sent - ${span}, reviewable = reviewable - ${span}
        where user_id = (select id from app_user where email = ${email})`,
    );
  });
}
