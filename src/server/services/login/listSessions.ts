import { and, desc, eq, gt } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { listSessions as endpoint } from '#contract/login/sessions.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { session } from '#server/db/schema/accounts.ts';

/**
 * Returns the acting user's sessions: first the acting one, then the others by their last use. Throws `not_signed_in`.
 */
export async function listSessions(context: Context): Promise<ResponseOf<typeof endpoint>> {
  const { database, now, actor } = context;
  const rows = await database.query
    .select()
    .from(session)
    .where(and(eq(session.userId, signedInUser(context)), gt(session.expires, now())))
    .orderBy(desc(session.used), session.id);
  const items = rows.map(({ id, browser, system, network, created, used }) => ({
    id,
    browser,
    system,
    network,
    created: created.toISOString(),
    used: used.toISOString(),
    current: actor.kind === 'user' && id === actor.sessionId,
  }));
  return { items: [...items.filter((it) => it.current), ...items.filter((it) => !it.current)] };
}
