import { and, eq, gt } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { session } from '#server/db/schema/accounts.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { hashToken, newToken } from '#server/services/login/tokens.ts';

/** Days until a session ends that is not used. */
const sessionDays = 30;

export const sessionSeconds = sessionDays * 24 * 3_600;

/** A session in use is renewed when it is this old, so that not every request writes. */
const renewAfterSeconds = 24 * 3_600;

export type FoundSession = {
  sessionId: string;
  userId: string;
  /** Whether this call gave it its full time again; its cookies then need the same. */
  renewed: boolean;
};

/** Every call of a signed-in user begins with it. */
const finding: Statement = {
  name: 'find_session',
  text: `select id as "sessionId", user_id as "userId", expires from session
    where token_hash = $1 and expires > $2`,
};

/** Starts a session. Answers the token for its cookie, which is stored nowhere. */
export async function startSession(executor: Executor, userId: string, now: Date): Promise<string> {
  const token = newToken();
  await executor
    .insert(session)
    .values({ tokenHash: hashToken(token), userId, created: now, expires: endOf(now) });
  return token;
}

/** The session of a cookie's token, if it has not ended; renews it when it is due. */
export async function findSession(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  token: string,
): Promise<FoundSession | undefined> {
  const time = now();
  const [found] = await run<{ sessionId: string; userId: string; expires: Date }>(
    database.query,
    finding,
    [hashToken(token), time],
  );
  if (!found) return undefined;
  const { sessionId, userId, expires } = found;
  if (endOf(time).getTime() - expires.getTime() < renewAfterSeconds * 1_000) {
    return { sessionId, userId, renewed: false };
  }
  const renewed = await database.query
    .update(session)
    .set({ expires: endOf(time) })
    .where(and(eq(session.id, sessionId), gt(session.expires, time)))
    .returning({ id: session.id });
  return renewed.length === 1 ? { sessionId, userId, renewed: true } : undefined;
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + sessionSeconds * 1_000);
}
