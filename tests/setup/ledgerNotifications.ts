import { Client } from 'pg';
import type { TestDatabase } from './database.ts';

/**
 * Lets a database remember who notifies in a transaction that changes a balance: PostgreSQL orders the commits of all
 * such transactions by one lock. Triggers that notify are found, too.
 */
export async function watchNotifications(database: TestDatabase): Promise<() => Promise<string[]>> {
  const superuser = new URL(database.url);
  superuser.username = 'postgres';
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  await client.query(`
    create table public.ledger_notification (channel text);
    grant all on public.ledger_notification to public;
    -- PostgreSQL calls its own functions by their id, so that replacing this one would change nothing.
    alter function pg_catalog.pg_notify(text, text) rename to pg_notify_itself;
    create function pg_catalog.pg_notify(text, text) returns void language plpgsql as $$
    begin
      perform set_config('test.notified', $1, true);
      if current_setting('test.posted', true) = 'yes' then
        insert into public.ledger_notification values ($1);
      end if;
      perform pg_catalog.pg_notify_itself($1, $2);
    end $$;
    create function public.note_posting() returns trigger language plpgsql as $$
    begin
      perform set_config('test.posted', 'yes', true);
      if coalesce(current_setting('test.notified', true), '') <> '' then
        insert into public.ledger_notification values (current_setting('test.notified', true));
      end if;
      return null;
    end $$;
    create trigger note_posting after insert on public.ledger_entry
      for each statement execute function public.note_posting()`);
  await client.end();
  return async () => {
    const { rows } = await database.pool.query<{ channel: string }>(
      'select distinct channel from ledger_notification order by channel',
    );
    return rows.map(({ channel }) => channel);
  };
}
