import { type SQL, and, eq, gt, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import { normaliseEmail, normaliseWord } from '#domain/login/login.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { loginAttempt } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import {
  type Guess,
  arePlainCodesAccepted,
  countWrongGuess,
  lockGuessCounters,
  tooManyGuesses,
} from '#server/services/limits/countGuess.ts';
import { isKnownDevice, renewDevice } from '#server/services/login/device.ts';
import { enteredInvitation } from '#server/services/login/enteredInvitation.ts';
import { findOrCreateUser } from '#server/services/login/findOrCreateUser.ts';
import { hashCode } from '#server/services/login/sendCode.ts';
import { endActingSession } from '#server/services/login/endSessions.ts';
import { startProvenSession } from '#server/services/login/startProvenSession.ts';
import { hashToken } from '#server/services/login/secretTokens.ts';

type SignInRequest = {
  email: string;
  code: string;
  /** The word in the mail; `undefined` when it had none. */
  word: string | undefined;
  /** The invitation that was entered for a new account. */
  invitation: string | undefined;
  /** The attempt cookie. Without it there is no attempt. */
  attemptToken: string | undefined;
  /** The device cookie of a browser that has signed in before. */
  deviceCookie: string | undefined;
  /** The language of a new account. */
  language: Language;
};

type SignedIn = { userId: string; sessionToken: string; deviceCookie: string };

type Tried = { correct: boolean; triesLeft: number } | undefined;

type Attempt = { email: string; attemptToken: string; code: string; word: string };

/**
 * Signs in with a code, once. The first sign-in creates the account with its starting credits. A session that the
 * browser still had is ended. Throws `wrong_code` with `tries_left`, `word_needed` when the mail has a word,
 * `too_many_guesses`, and `code_expired` when a new code is needed. Throws `account_blocked` and the errors of
 * `admitAccount` after the right code only, which then still works.
 */
export async function signIn(context: Context, request: SignInRequest): Promise<SignedIn> {
  const { attemptToken, language, deviceCookie: cookie } = request;
  if (attemptToken === undefined) throw expired();
  const { now, config, database } = context;
  const email = normaliseEmail(request.email);
  const device = { secret: config.secret, cookie, email, now: now() };
  const invitationHash = await enteredInvitation(context, request.invitation);
  const { withWord } = await findAttempt(context, email, attemptToken);
  if (withWord && request.word === undefined) throw wordNeeded();
  const word = withWord ? normaliseWord(request.word ?? '') : '';
  // A code with a word cannot be guessed in five tries, so it needs no further limit, and guesses of others lock nobody
  // out.
  const guess = withWord ? undefined : { email, isDevice: isKnownDevice(device) };
  // Checked before the transaction, so that a crowd of refused guesses locks nothing.
  await refuseTooMany(context, guess);
  const attempt = { email, attemptToken, code: request.code, word };
  const { tried, signedIn } = await database.transaction(async (transaction) => {
    const outcome = await countAndTry(transaction, context, attempt, guess);
    // The refusal is thrown after the commit, because a wrong try must stay counted.
    if (outcome === 'refused' || !outcome?.correct) return { tried: outcome, signedIn: undefined };
    await transaction
      .delete(loginAttempt)
      .where(eq(loginAttempt.tokenHash, hashToken(attemptToken)));
    const account = await findOrCreateUser(transaction, context, {
      email,
      language,
      invitationHash,
    });
    const proven = { ...account, isKnown: isKnownDevice(device), way: 'code' } as const;
    const sessionToken = await startProvenSession(transaction, context, proven);
    return { tried: outcome, signedIn: { userId: account.userId, sessionToken } };
  });
  if (signedIn) {
    await endActingSession(context);
    return { ...signedIn, deviceCookie: renewDevice(device) };
  }
  if (tried === 'refused') {
    await refuseTooMany(context, guess);
    throw tooManyGuesses(context);
  }
  if (!tried || tried.triesLeft === 0) throw expired();
  throw new AppError('wrong_code', 'The verification code is wrong', {
    tries_left: tried.triesLeft,
  });
}

/** Throws `too_many_guesses` when a guess would not be compared, and raises the operator's alarm. */
async function refuseTooMany(context: Context, guess: Guess | undefined): Promise<void> {
  if (guess && !(await arePlainCodesAccepted(context, guess))) throw tooManyGuesses(context);
}

/** Tries the code, unless too many were wrong, and counts a wrong one. */
async function countAndTry(
  transaction: Executor,
  context: Context,
  attempt: Attempt,
  guess: Guess | undefined,
): Promise<Tried | 'refused'> {
  const counters = guess ? await lockGuessCounters(transaction, context, guess) : [];
  if (counters === undefined) return 'refused';
  const tried = await tryCode(transaction, context, attempt);
  if (tried && !tried.correct) await countWrongGuess(transaction, context, counters);
  return tried;
}

/** Returns the attempt of this browser without comparing its code. Throws `code_expired`. */
async function findAttempt(
  { database, now }: Context,
  email: string,
  attemptToken: string,
): Promise<{ withWord: boolean }> {
  const isMatch = canBeTried({ email, attemptToken }, now());
  const found = await findRow(database.query, loginAttempt, isMatch);
  if (!found) throw expired();
  return found;
}

/** Uses up one try and compares the code in one statement, so parallel guesses get no more tries than there are. */
async function tryCode(
  transaction: Executor,
  { config, now }: Context,
  attempt: Attempt,
): Promise<Tried> {
  const { email, attemptToken, word } = attempt;
  const codeHash = hashCode(config.secret, attemptToken, email, {
    code: attempt.code.trim(),
    word,
  });
  const isCorrect = sql<boolean>`${loginAttempt.codeHash} = ${codeHash}`;
  const [tried] = await transaction
    .update(loginAttempt)
    .set({ triesLeft: sql`case when ${isCorrect} then 0 else ${loginAttempt.triesLeft} - 1 end` })
    .where(canBeTried(attempt, now()))
    .returning({ correct: isCorrect, triesLeft: loginAttempt.triesLeft });
  return tried;
}

function canBeTried(
  { email, attemptToken }: Pick<Attempt, 'email' | 'attemptToken'>,
  now: Date,
): SQL | undefined {
  return and(
    eq(loginAttempt.tokenHash, hashToken(attemptToken)),
    eq(loginAttempt.email, email),
    gt(loginAttempt.triesLeft, 0),
    gt(loginAttempt.expires, now),
  );
}

function expired(): AppError {
  return new AppError('code_expired', 'This verification code no longer works; ask for a new one');
}

function wordNeeded(): AppError {
  return new AppError('word_needed', 'The mail also carries six letters; send them as word');
}
