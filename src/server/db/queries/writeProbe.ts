import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/* Raw, because the table is emptied and filled with generated rows: only new blocks show whether the disk has room. */

/** Empties the table `write_probe` and fills it with new blocks. */
export async function refillProbe(transaction: Executor): Promise<void> {
  await transaction.execute(sql`truncate write_probe`);
  await transaction.execute(
    sql`insert into write_probe (filler) select repeat(md5(n::text), 30) from generate_series(1, 64) n`,
  );
}
