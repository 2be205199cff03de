import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { type Database, connect } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { creditBalance } from '#server/db/schema/credits.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { takeLedgerNotifications } from './ledgerNotifications.ts';
import { databaseUrl } from './postgres.ts';

export type TestDatabase = Database & {
  /** Closes the pool and drops the database. Throws when a transaction that changed a balance sent a notification. */
  drop(): Promise<void>;
};

/** A database of its own with the whole schema and no rows, or with the rows of another template. */
export async function createTestDatabase(
  poolSize = 20,
  template = 'template_dolores',
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = inject('postgresUrl');
  // Copying the files costs less than writing them to the log of changes as well.
  await administer(url, `create database ${name} template ${template} strategy file_copy`);
  const database = connect(databaseUrl(url, name), { warn: () => undefined }, poolSize);
  return {
    ...database,
    drop: async () => {
      await database.close();
      const notified = await takeLedgerNotifications(database.url);
      await administer(url, `drop database if exists ${name} with (force)`);
      if (notified.length === 0) return;
      throw new Error(`Transactions that changed the ledger notified: ${notified.join(', ')}`);
    },
  };
}

/** The platform of services without a running server, with the default configuration and a silent log. */
export function corePlatform(
  database: Database,
  parts: Partial<Pick<CorePlatform, 'log' | 'now'>> = {},
): CorePlatform {
  const log = pino({ level: 'silent' });
  return { config: readConfig({}), database, log, now: () => new Date(), ...parts };
}

/** A user with `credits` credits, as a new account has them. Returns the user's id. */
export async function createUser(
  database: Database,
  credits = 10,
  email = `${randomUUID()}@example.org`,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const [user] = await transaction
      .insert(appUser)
      .values({ email, name: 'User 0001' })
      .returning({ id: appUser.id });
    if (!user) throw new Error('The user was not stored');
    await transaction.insert(creditBalance).values({ userId: user.id });
    if (credits > 0) {
      await grantCredits(transaction, {
        userId: user.id,
        amount: credits,
        source: { type: 'start', id: user.id },
        reason: 'starting_grant',
        product: null,
        ends: null,
      });
    }
    return user.id;
  });
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
