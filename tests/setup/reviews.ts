import type { OwnReview } from '#contract/reviews/reviews.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { startSession } from '#server/services/login/session.ts';
import { randomUUID } from 'node:crypto';
import type { TestServer } from './server.ts';

export type Answer<Body> = { status: number; body: Body & { error?: { code: string } } };

/** A signed-in user who had a charged answer of these GPTs, and has no ledger rows that would outlive the account. */
export async function signInUserOf(
  { database: { query }, platform }: TestServer,
  ...gptIds: string[]
): Promise<{ userId: string; cookie: string }> {
  const email = `${randomUUID()}@example.org`;
  const [user] = await query
    .insert(appUser)
    .values({ email, name: 'User 0001' })
    .returning({ id: appUser.id });
  const userId = user?.id ?? '';
  if (gptIds.length > 0) {
    await query
      .insert(conversation)
      .values(gptIds.map((gptId) => ({ userId, title: 'T', gptId, counted: true })));
  }
  const token = await startSession(query, userId, platform.now());
  return { userId, cookie: `session=${token}; user_id=${userId}` };
}

/** Makes a call as a page does and reads its JSON. */
export async function callApi<Body = Record<string, unknown>>(
  server: TestServer,
  method: string,
  path: string,
  { cookie, body }: { cookie?: string; body?: unknown } = {},
): Promise<Answer<Body>> {
  const response = await server.fetch(path, {
    method,
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer<Body>['body'] };
}

/** Rates a GPT as the form on its page does. */
export function rate(
  server: TestServer,
  cookie: string,
  gptId: string,
  rating: number,
  text?: string | null,
): Promise<Answer<OwnReview>> {
  const path = `/api/gpts/${encodeURIComponent(gptId)}/review`;
  return callApi(server, 'PUT', path, { cookie, body: { rating, text } });
}
