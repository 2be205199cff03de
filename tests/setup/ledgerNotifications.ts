import { Client } from 'pg';

/**
 * Lets a database note who notifies in a transaction that changes a balance, also by a trigger: PostgreSQL orders the
 * commits of all transactions that notify by one lock, which questions must not wait for. Needs a superuser's client.
 */
export async function noteLedgerNotifications(client: Client): Promise<void> {
  await client.query(`
    create schema noted;
    create table noted.ledger_notification (channel text);
    grant usage on schema noted to public;
    grant all on noted.ledger_notification to public;
    -- PostgreSQL calls its own functions by their id, so that replacing this one would change nothing.
    alter function pg_catalog.pg_notify(text, text) rename to pg_notify_itself;
    create function pg_catalog.pg_notify(text, text) returns void language plpgsql as $$
    begin
      perform set_config('noted.channel', $1, true);
      if current_setting('noted.posted', true) = 'yes' then
        insert into noted.ledger_notification values ($1);
      end if;
      perform pg_catalog.pg_notify_itself($1, $2);
    end $$;
    create function noted.note_posting() returns trigger language plpgsql as $$
    begin
      perform set_config('noted.posted', 'yes', true);
      if coalesce(current_setting('noted.channel', true), '') <> '' then
        insert into noted.ledger_notification values (current_setting('noted.channel', true));
      end if;
      return null;
    end $$;
    create trigger note_posting after insert on public.ledger_entry
      for each statement execute function noted.note_posting()`);
}

/** Returns the noted channels in the order of the alphabet, and forgets them. A database that notes nothing has none. */
export async function takeLedgerNotifications(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ notes: boolean }>(
      `select to_regclass('noted.ledger_notification') is not null as notes`,
    );
    if (!rows[0]?.notes) return [];
    const taken = await client.query<{ channel: string }>(
      'delete from noted.ledger_notification returning channel',
    );
    return [...new Set(taken.rows.map(({ channel }) => channel))].toSorted();
  } finally {
    await client.end();
  }
}
