import type { Client } from 'pg';
import { withOwnClient } from '#server/db/ownClient.ts';
import { hasCode } from '#server/errors.ts';

/** One at a time, so that the next call drops the database of a killed process. */
const name = 'dolores_drill';

const insufficientPrivilege: ReadonlySet<string> = new Set(['42501']);

/** Calls `work` with the address of a new, empty database of the same server, and drops it afterwards. */
export async function withTemporaryDatabase<Result>(
  url: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  await administer(url, async (client) => {
    await dropDatabase(client);
    await client.query(`create database ${name} template template0`);
  });
  try {
    return await work(toDatabase(url, name));
  } finally {
    await administer(url, dropDatabase);
  }
}

/**
 * Not “with (force)”: before PostgreSQL 18 only a superuser may end its cleaning of the database (autovacuum) by that. A
 * plain drop ends it too, but no other session.
 */
async function dropDatabase(client: Client): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await client.query(`drop database if exists ${name}`);
}

async function administer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  await withOwnClient(url, work).catch((error: unknown) => {
    if (!hasCode(error, insufficientPrivilege)) throw error;
    throw new Error(
      'The role of DATABASE_URL may not create databases. Grant it: ALTER ROLE … CREATEDB. Or restore into an empty ' +
        'database of another server.',
      { cause: error },
    );
  });
}

/** Returns the address of another database of the same server. */
function toDatabase(url: string, database: string): string {
  return url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`);
}
