import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/connect.ts';

/** A ledger with so many rows: milliseconds of one more entry, and the bytes of its rows and keys. */
export type LedgerSize = {
  rows: number;
  p50: number;
  p99: number;
  bytes: number;
  keyBytes: number;
};

const measured = 2_000;

/**
 * Measures one more entry in copies of the ledger's table with its keys, empty but for made-up rows, because the keys are
 * what a partitioned table could not have.
 */
export async function measureLedgerSizes(
  { pool }: Database,
  sizes: readonly number[],
): Promise<LedgerSize[]> {
  await pool.query(
    'create table bench_ledger (like ledger_entry including defaults including indexes)',
  );
  const found: LedgerSize[] = [];
  let rows = 0;
  const user = randomUUID();
  for (const size of sizes) {
    // Not all at once: a statement ends after 30 s.
    for (; rows < size; rows += Math.min(250_000, size - rows)) {
      await pool.query(
        `insert into bench_ledger (id, user_id, kind, source_type, source_id, balance_change, held_change, reason)
          select number, $1, 'settle', 'answer', gen_random_uuid()::text, -1, -1, 'answer_finished'
          from generate_series($2::bigint + 1, $2::bigint + $3::bigint) as number`,
        [user, rows, Math.min(250_000, size - rows)],
      );
    }
    found.push({
      rows: size,
      ...(await measureEntries({ pool }, user, size)),
      ...(await bytesOf({ pool })),
    });
    rows += measured;
  }
  await pool.query('drop table bench_ledger');
  return found;
}

async function measureEntries(
  { pool }: Pick<Database, 'pool'>,
  user: string,
  size: number,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let index = 0; index < measured; index += 1) {
    const began = performance.now();
    await pool.query({
      name: 'bench_entry',
      text: `insert into bench_ledger (id, user_id, kind, source_type, source_id, balance_change, held_change, reason)
        values ($1, $2, 'settle', 'answer', $3, -1, -1, 'answer_finished')`,
      values: [size + index + 1, user, randomUUID()],
    });
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: sorted[measured / 2] ?? 0, p99: sorted[Math.floor(measured * 0.99)] ?? 0 };
}

async function bytesOf({
  pool,
}: Pick<Database, 'pool'>): Promise<{ bytes: number; keyBytes: number }> {
  const { rows } = await pool.query<{ bytes: number; keyBytes: number }>(
    `select pg_table_size('bench_ledger')::float8 as bytes, pg_indexes_size('bench_ledger')::float8 as "keyBytes"`,
  );
  return rows[0] ?? { bytes: 0, keyBytes: 0 };
}
