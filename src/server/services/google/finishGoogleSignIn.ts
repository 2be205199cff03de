import { and, eq, gt } from 'drizzle-orm';
import type { ErrorCode } from '#contract/errors.ts';
import type { GoogleFailure } from '#domain/login/googleSignIn.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { emailProblem, normaliseEmail } from '#domain/login/login.ts';
import type { Context } from '#server/context.ts';
import { googleAttempt } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import { GoogleError, type GoogleGateway } from '#server/gateways/google/google.ts';
import { isSameSecret } from '#server/isSameSecret.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { findOrCreateGoogleUser } from '#server/services/google/findOrCreateGoogleUser.ts';
import { type GoogleAttempt, googleChecks } from '#server/services/google/googleAttempt.ts';
import { googleLimits } from '#server/services/limits/limits.ts';
import { networkUses, takePoints } from '#server/services/limits/takePoints.ts';
import { isKnownDevice, renewDevice } from '#server/services/login/device.ts';
import { endActingSession } from '#server/services/login/endSessions.ts';
import { startProvenSession } from '#server/services/login/startProvenSession.ts';
import { hashToken } from '#server/services/login/secretTokens.ts';

type Callback = {
  /** The query of Google's callback: `code` and `state`, or an error. */
  query: URLSearchParams;
  /** The cookie of the browser that began the attempt. */
  attemptToken: string | undefined;
  deviceCookie: string | undefined;
};

export type GoogleOutcome =
  | {
      state: 'signedIn';
      attempt: GoogleAttempt;
      userId: string;
      sessionToken: string;
      deviceCookie: string;
    }
  /** Without an attempt, the page where the browser came from is unknown. */
  | { state: 'failed'; attempt: GoogleAttempt | undefined; reason: GoogleFailure };

/**
 * Signs in the person who returns from Google, once for each attempt. The first sign-in creates the account. An address
 * that Google has not verified is refused, because it may belong to somebody else. Throws `too_many_requests`.
 */
export async function finishGoogleSignIn(
  context: Context,
  google: GoogleGateway,
  { query, attemptToken, deviceCookie }: Callback,
): Promise<GoogleOutcome> {
  await takePoints(context, networkUses(googleLimits.finish, context.actor.address));
  const attempt = await takeAttempt(context, attemptToken, query.get('state') ?? '');
  if (attempt === undefined || attemptToken === undefined) {
    return { state: 'failed', attempt: undefined, reason: 'expired' };
  }
  try {
    const checks = googleChecks(context.config.secret, attemptToken);
    const { email, isEmailVerified, ...person } = await google.identify(query, checks);
    if (!isEmailVerified || emailProblem(email) !== undefined) {
      return { state: 'failed', attempt, reason: 'unverified' };
    }
    const verified = { ...person, email: normaliseEmail(email) };
    return {
      state: 'signedIn',
      attempt,
      ...(await startSession(context, verified, attempt, deviceCookie)),
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return { state: 'failed', attempt, reason: refusal };
    if (!(error instanceof GoogleError)) throw error;
    const { reason, message } = error;
    if (reason !== 'cancelled') context.log.warn({ reason, message }, 'sign-in with Google failed');
    return { state: 'failed', attempt, reason };
  }
}

/** Returns why a proven person gets no session; `undefined` for another error. */
function refusalOf(error: unknown): GoogleFailure | undefined {
  return error instanceof AppError ? refusals[error.code] : undefined;
}

const refusals: Partial<Record<ErrorCode, GoogleFailure>> = {
  account_blocked: 'blocked',
  registration_closed: 'closed',
  invitation_needed: 'uninvited',
  invitation_unknown: 'unknownInvitation',
};

/**
 * Deletes and returns the attempt of this browser. Returns `undefined` when it took too long, was used before, or was
 * replaced by a later one. A wrong state deletes nothing, so a forged callback cannot end a sign-in.
 */
async function takeAttempt(
  { config, database, now }: Context,
  attemptToken: string | undefined,
  state: string,
): Promise<GoogleAttempt | undefined> {
  if (attemptToken === undefined) return undefined;
  if (!isSameSecret(state, googleChecks(config.secret, attemptToken).state)) return undefined;
  const [taken] = await database.query
    .delete(googleAttempt)
    .where(
      and(eq(googleAttempt.tokenHash, hashToken(attemptToken)), gt(googleAttempt.expires, now())),
    )
    .returning();
  if (taken === undefined) return undefined;
  const { isPopup, redirect, language, invitationHash } = taken;
  return { isPopup, redirect, language: chooseLanguage({ segment: language }), invitationHash };
}

async function startSession(
  context: Context,
  person: { issuer: string; subject: string; email: string },
  { language, invitationHash }: GoogleAttempt,
  cookie: string | undefined,
): Promise<{ userId: string; sessionToken: string; deviceCookie: string }> {
  const { config, database, now } = context;
  const { email, ...signedIn } = await database.transaction(async (transaction) => {
    const found = await findOrCreateGoogleUser(transaction, context, person, {
      language,
      invitationHash: invitationHash ?? undefined,
    });
    const { userId } = found;
    // The address of the account, which receives codes, and not a later address at Google.
    const account = await findUser(transaction, userId);
    if (account === undefined) throw new Error('The account is gone');
    const device = { secret: config.secret, cookie, email: account.email, now: now() };
    const proven = { ...found, isKnown: isKnownDevice(device), way: 'google' } as const;
    const sessionToken = await startProvenSession(transaction, context, proven);
    return { userId, sessionToken, email: account.email };
  });
  await endActingSession(context);
  const deviceCookie = renewDevice({ secret: config.secret, cookie, email, now: now() });
  return { ...signedIn, deviceCookie };
}
