import { randomInt } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import { normaliseEmail } from '#domain/login.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser, loginAttempt, session } from '#server/db/schema/accounts.ts';
import { creditBalance } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { hashCode } from '#server/services/login/sendCode.ts';
import { startSession } from '#server/services/login/session.ts';
import { hashToken } from '#server/services/login/tokens.ts';

type SignInRequest = {
  email: string;
  code: string;
  /** The attempt cookie; without it there is nothing to try. */
  attemptToken: string | undefined;
  /** Becomes the language of a new account. */
  language: Language;
};

type SignedIn = { userId: string; sessionToken: string };

type Tried = { correct: boolean; triesLeft: number } | undefined;

/**
 * Signs in with a code, once; at the first time it creates the account with its starting credits. A session that the
 * browser still had is ended. Throws `wrong_code` with `tries_left`, and `code_expired` when a new code is needed.
 */
export async function signIn(context: Context, request: SignInRequest): Promise<SignedIn> {
  const { attemptToken } = request;
  if (attemptToken === undefined) throw expired();
  const email = normaliseEmail(request.email);
  const { tried, signedIn } = await context.database.transaction(async (transaction) => {
    const outcome = await tryCode(context, transaction, { ...request, email, attemptToken });
    // Not thrown in here: a wrong try must stay counted.
    if (!outcome?.correct) return { tried: outcome, signedIn: undefined };
    await transaction
      .delete(loginAttempt)
      .where(eq(loginAttempt.tokenHash, hashToken(attemptToken)));
    return { tried: outcome, signedIn: await enter(context, transaction, email, request.language) };
  });
  if (signedIn) return signedIn;
  if (!tried || tried.triesLeft === 0) throw expired();
  throw new AppError('wrong_code', 'The verification code is wrong', {
    tries_left: tried.triesLeft,
  });
}

/** Uses up one try and compares, in one statement: no number of parallel guesses gets more tries than there are. */
async function tryCode(
  { config, now }: Context,
  transaction: Executor,
  { email, code, attemptToken }: { email: string; code: string; attemptToken: string },
): Promise<Tried> {
  const codeHash = hashCode(config.secret, attemptToken, email, code.trim());
  const isCorrect = sql<boolean>`${loginAttempt.codeHash} = ${codeHash}`;
  const [tried] = await transaction
    .update(loginAttempt)
    .set({ triesLeft: sql`case when ${isCorrect} then 0 else ${loginAttempt.triesLeft} - 1 end` })
    .where(
      and(
        eq(loginAttempt.tokenHash, hashToken(attemptToken)),
        eq(loginAttempt.email, email),
        gt(loginAttempt.triesLeft, 0),
        gt(loginAttempt.expires, now()),
      ),
    )
    .returning({ correct: isCorrect, triesLeft: loginAttempt.triesLeft });
  return tried;
}

async function enter(
  context: Context,
  transaction: Executor,
  email: string,
  language: Language,
): Promise<SignedIn> {
  const { actor, now } = context;
  const userId = await findOrCreateUser(context, transaction, email, language);
  if (actor.kind === 'user') {
    await transaction.delete(session).where(eq(session.id, actor.sessionId));
  }
  return { userId, sessionToken: await startSession(transaction, userId, now()) };
}

async function findOrCreateUser(
  { config }: Context,
  transaction: Executor,
  email: string,
  language: Language,
): Promise<string> {
  // A parallel first sign-in of the same address waits here until the other one has committed.
  const [created] = await transaction
    .insert(appUser)
    .values({ email, language, name: newName() })
    .onConflictDoNothing({ target: appUser.email })
    .returning({ id: appUser.id });
  if (created) {
    await transaction.insert(creditBalance).values({ userId: created.id });
    await grantStart(transaction, created.id, config.startingCredits);
    return created.id;
  }
  const [existing] = await transaction
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.email, email));
  if (!existing) throw new Error('The account was neither found nor created');
  return existing.id;
}

async function grantStart(transaction: Executor, userId: string, amount: number): Promise<void> {
  if (amount === 0) return;
  await grantCredits(transaction, {
    userId,
    amount,
    source: { type: 'start', id: userId },
    reason: 'starting_grant',
    product: null,
    ends: null,
  });
}

function newName(): string {
  return `User${randomInt(10_000).toString().padStart(4, '0')}`;
}

function expired(): AppError {
  return new AppError('code_expired', 'This verification code no longer works; ask for a new one');
}
