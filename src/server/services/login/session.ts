import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { type Device, deviceOf } from '#domain/account/devices.ts';
import type { SignInWay } from '#domain/login/login.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { session, signIn } from '#server/db/schema/accounts.ts';
import { readSession } from '#server/db/queries/accounts.ts';
import { shortNetworkOf } from '#server/services/limits/network.ts';
import { hashToken, newToken } from '#server/services/login/secretTokens.ts';

/** Days until an unused session ends. */
const sessionDays = 30;

export const sessionSeconds = sessionDays * 24 * 3_600;

/** A used session is renewed when it is this old, so that not every request writes. */
const renewAfterSeconds = 24 * 3_600;

export type FoundSession = {
  sessionId: string;
  userId: string;
  /** Whether this call renewed it. Then its cookies must be renewed too. */
  renewed: boolean;
};

/** The time of the last use is stored when the stored time is this old. */
const noteUseAfterSeconds = 3_600;

/** The browser of a session, from its request. */
export type SeenBrowser = { address: string; userAgent?: string | undefined };

/**
 * Starts a session, and writes the sign-in, which outlives it. Returns the token for its cookie, which is stored only as
 * a hash.
 */
export async function startSession(
  executor: Executor,
  userId: string,
  now: Date,
  seen?: SeenBrowser & { way: SignInWay },
): Promise<string> {
  const token = newToken();
  const begun = {
    id: randomUUID(),
    userId,
    created: now,
    ...(seen && describeBrowser(seen)),
  };
  const times = { used: now, expires: endOf(now) };
  await executor.insert(session).values({ ...begun, tokenHash: hashToken(token), ...times });
  await executor.insert(signIn).values({ ...begun, way: seen?.way });
  return token;
}

/**
 * Returns the session of a cookie's token; `undefined` when it has ended. Renews it when it is due, and stores the time
 * of use once an hour.
 */
export async function findSession(
  { database, now }: CorePlatform,
  token: string,
  seen: SeenBrowser,
): Promise<FoundSession | undefined> {
  const time = now();
  const found = await readSession(database.query, hashToken(token));
  if (!found || found.expires <= time) return undefined;
  const { sessionId, userId, expires, used } = found;
  const renewed = secondsBetween(expires, endOf(time)) >= renewAfterSeconds;
  if (!renewed && secondsBetween(used, time) < noteUseAfterSeconds) {
    return { sessionId, userId, renewed };
  }
  const noted = await database.query
    .update(session)
    .set({ used: time, ...describeBrowser(seen), ...(renewed ? { expires: endOf(time) } : {}) })
    .where(and(eq(session.id, sessionId), gt(session.expires, time)))
    .returning({ id: session.id });
  return noted.length === 1 ? { sessionId, userId, renewed } : undefined;
}

/**
 * Replaces the token of a session and returns the new one, so that a copied token stops working. Returns `undefined`
 * when the session has ended.
 */
export async function rotateSession(
  executor: Executor,
  sessionId: string,
): Promise<string | undefined> {
  const token = newToken();
  const rotated = await executor
    .update(session)
    .set({ tokenHash: hashToken(token) })
    .where(eq(session.id, sessionId))
    .returning({ id: session.id });
  return rotated.length === 1 ? token : undefined;
}

/** Returns the stored description of a browser: enough for its owner to recognise it. */
export function describeBrowser({ address, userAgent }: SeenBrowser): Device & {
  network: string | null;
} {
  return { ...deviceOf(userAgent), network: shortNetworkOf(address) };
}

function secondsBetween(before: Date, after: Date): number {
  return (after.getTime() - before.getTime()) / 1_000;
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + sessionSeconds * 1_000);
}
