import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { googleAttempt } from '#server/db/schema/accounts.ts';
import type { GoogleGateway } from '#server/gateways/google/google.ts';
import {
  type GoogleAttempt,
  googleChecks,
  googleSeconds,
} from '#server/services/google/googleAttempt.ts';
import { googleLimits } from '#server/services/limits/limits.ts';
import { networkUses, takePoints } from '#server/services/limits/takePoints.ts';
import { hashToken, newToken } from '#server/services/login/secretTokens.ts';

/**
 * Begins a sign-in with Google, which replaces an earlier attempt of the same browser. Returns the token for the
 * browser's cookie and the address at Google. Throws `too_many_requests` and `GoogleError`.
 */
export async function startGoogleSignIn(
  context: Context,
  google: GoogleGateway,
  { replaced, ...attempt }: GoogleAttempt & { replaced: string | undefined },
): Promise<{ attemptToken: string; url: string }> {
  const { actor, config, database, now } = context;
  await takePoints(context, networkUses(googleLimits.start, actor.address));
  const attemptToken = newToken();
  const checks = googleChecks(config.secret, attemptToken);
  const url = await google.authorizationUrl(checks).catch((error: unknown) => {
    const { message } = error as Error;
    context.log.warn({ message }, 'a sign-in with Google could not begin');
    throw error;
  });
  await database.transaction(async (transaction) => {
    if (replaced !== undefined) {
      await transaction
        .delete(googleAttempt)
        .where(eq(googleAttempt.tokenHash, hashToken(replaced)));
    }
    await transaction.insert(googleAttempt).values({
      ...attempt,
      tokenHash: hashToken(attemptToken),
      created: now(),
      expires: new Date(now().getTime() + googleSeconds * 1_000),
    });
  });
  return { attemptToken, url };
}
