import { randomInt } from 'node:crypto';
import type { Language } from '#domain/languages.ts';
import { codeLength, codeMinutes, codeTries, normaliseEmail } from '#domain/login.ts';
import type { Context } from '#server/context.ts';
import { loginAttempt } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import {
  type Use,
  givePointsBack,
  loginLimits,
  takePoints,
} from '#server/services/login/limits.ts';
import { codeMail } from '#server/services/login/mailText.ts';
import { networkOf } from '#server/services/login/network.ts';
import { hashToken, keyedHash, newToken } from '#server/services/login/tokens.ts';
import { eq } from 'drizzle-orm';

type CodeRequest = {
  email: string;
  language: Language;
  /** The attempt cookie of the asking browser, if it asked before. */
  attemptToken: string | undefined;
};

/**
 * Sends a sign-in code and answers the token of the new attempt, for the asking browser's cookie. Does the same for
 * an address with and without an account. Throws `too_many_requests` with `retry_seconds`, and `mail_failed`: then
 * an earlier code of this browser still counts.
 */
export async function sendCode(
  context: Context,
  request: CodeRequest,
): Promise<{ attemptToken: string }> {
  const email = normaliseEmail(request.email);
  const attemptToken = newToken();
  const uses = usesOf(context, email, request.attemptToken);
  await takePoints(context, [...uses.ofAsker, ...uses.ofNetwork]);
  const code = newCode();
  try {
    await context.mail.send(codeMail(email, code, request.language));
  } catch (error) {
    await givePointsBack(context, uses.ofAsker);
    context.log.warn({ mail: mailFailure(error) }, 'a sign-in code could not be sent');
    throw new AppError('mail_failed', 'The code could not be sent; try again in a moment');
  }
  await takePoints(context, [{ limit: loginLimits.browser, by: attemptToken }]);
  await storeAttempt(context, { email, code, attemptToken, replaced: request.attemptToken });
  return { attemptToken };
}

/** Keyed, and bound to the attempt's token: of no use to who reads the table. */
export function hashCode(
  secret: string,
  attemptToken: string,
  email: string,
  code: string,
): string {
  return keyedHash(secret, 'login code', attemptToken, email, code);
}

/** A failed mail gives back what the asker may spend, but not what keeps a broken mail server from being hammered. */
function usesOf(
  context: Context,
  email: string,
  attemptToken: string | undefined,
): { ofAsker: Use[]; ofNetwork: Use[] } {
  const network = networkOf(context.actor.address);
  const ofAsker: Use[] = [
    { limit: loginLimits.asker, by: JSON.stringify([email, network]) },
    { limit: loginLimits.email, by: email },
  ];
  if (attemptToken) ofAsker.unshift({ limit: loginLimits.browser, by: attemptToken });
  const ofNetwork = [
    { limit: loginLimits.network, by: network },
    { limit: loginLimits.everybody, by: 'everybody' },
  ];
  return { ofAsker, ofNetwork };
}

function newCode(): string {
  return randomInt(10 ** codeLength)
    .toString()
    .padStart(codeLength, '0');
}

async function storeAttempt(
  { config, database, now }: Context,
  attempt: { email: string; code: string; attemptToken: string; replaced: string | undefined },
): Promise<void> {
  const { email, code, attemptToken, replaced } = attempt;
  await database.transaction(async (transaction) => {
    if (replaced) {
      await transaction.delete(loginAttempt).where(eq(loginAttempt.tokenHash, hashToken(replaced)));
    }
    await transaction.insert(loginAttempt).values({
      tokenHash: hashToken(attemptToken),
      email,
      codeHash: hashCode(config.secret, attemptToken, email, code),
      triesLeft: codeTries,
      created: now(),
      expires: new Date(now().getTime() + codeMinutes * 60_000),
    });
  });
}

/** What of a mail server's refusal may be logged: its texts often repeat the address. */
function mailFailure(error: unknown): Record<string, unknown> {
  const { name, code, responseCode, command } = error as Record<string, unknown>;
  return {
    name,
    code,
    responseCode,
    command: typeof command === 'string' ? command.split(' ')[0] : undefined,
  };
}
