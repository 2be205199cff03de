import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { session } from '#server/db/schema/accounts.ts';

/** Ends the acting session. A visitor has none: nothing happens. */
export async function signOut({ actor, database }: Context): Promise<void> {
  if (actor.kind !== 'user') return;
  await database.query.delete(session).where(eq(session.id, actor.sessionId));
}
