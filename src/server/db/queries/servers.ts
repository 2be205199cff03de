import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';

/* Raw, because a heartbeat reads the one before it and is stored in one statement, by the clock that all servers share. */

/** Stores a server's heartbeat. Returns the seconds since the one before, infinitely many for the first one. */
export async function storeHeartbeat(executor: Executor, serverId: string): Promise<number> {
  const { rows } = await executor.execute(sql`
      with before as (select heartbeat from server_instance where id = ${serverId}),
      beat as (insert into server_instance (id) values (${serverId})
        on conflict (id) do update set heartbeat = now())
      select extract(epoch from now() - heartbeat)::float as silence from before`);
  const [before] = parseRows({ silence: z.number() }, rows);
  return before?.silence ?? Infinity;
}
