import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';

/** The row of an answer in the database, with its text. */
export async function storedAnswer(
  database: Database,
  id: string | undefined,
): Promise<{ state: string; charged: number; text: string }> {
  const { rows } = await database.query.execute<{ state: string; charged: number; text: string }>(
    sql`select a.state, a.charged, m.text from answer a join message m on m.id = a.message_id where a.id = ${id}`,
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no answer ${id}`);
  return row;
}
