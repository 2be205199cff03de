import { randomInt } from 'node:crypto';
import type { Language } from '#domain/languages/languages.ts';
import {
  codeLength,
  codeMinutes,
  codeTries,
  normaliseEmail,
  wordLength,
  wordLetters,
} from '#domain/login/login.ts';
import type { Context } from '#server/context.ts';
import { loginAttempt } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { codeLimits } from '#server/services/limits/codeLimits.ts';
import { isKnownDevice } from '#server/services/login/device.ts';
import { givePointsBack, takePoints } from '#server/services/limits/takePoints.ts';
import { codeMail } from '#server/services/login/codeMail.ts';
import { takeCodeRequest } from '#server/services/limits/takeCodeRequest.ts';
import { arePlainCodesAccepted } from '#server/services/limits/countGuess.ts';
import { keyedHash } from '#server/keyedHash.ts';
import { hashToken, newToken } from '#server/services/login/secretTokens.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { eq } from 'drizzle-orm';

/** The secrets in a mail; `word` is empty when the mail has none. */
type Secrets = { code: string; word: string };

type CodeRequest = {
  email: string;
  language: Language;
  /** The attempt cookie of the browser, if it asked before. */
  attemptToken: string | undefined;
  /** The device cookie of the browser, if it has signed in before. */
  deviceCookie: string | undefined;
};

/**
 * Mails a sign-in code. Returns the token of the new attempt for the browser's cookie, and whether the mail also has a
 * word. Addresses with and without an account get the same. Throws `too_many_requests` with `retry_seconds`, and
 * `mail_failed` or `mail_refused`: then an earlier code of this browser stays valid; `unavailable` on a restored copy.
 */
export async function sendCode(
  context: Context,
  { language, attemptToken: replaced, deviceCookie: cookie, ...request }: CodeRequest,
): Promise<{ attemptToken: string; withWord: boolean }> {
  const email = normaliseEmail(request.email);
  const { secret, isRestoredCopy } = context.config;
  if (isRestoredCopy) {
    throw new AppError('unavailable', 'This server runs on a restored copy: no codes are sent');
  }
  const isDevice = isKnownDevice({ secret, cookie, email, now: context.now() });
  const taken = await takeCodeRequest(context, { email, attemptToken: replaced, isDevice });
  const withWord = !(await arePlainCodesAccepted(context, { email, isDevice }));
  const secrets = { code: newCode(), word: withWord ? newWord() : '' };
  await sendMail(context, codeMail(email, secrets, { language, host: hostOf(context) })).catch(
    async (error: unknown) => {
      await givePointsBack(context, taken);
      throw error;
    },
  );
  const attemptToken = newToken();
  await takePoints(context, [{ limit: codeLimits.browser, by: attemptToken }]);
  await storeAttempt(context, { email, secrets, attemptToken, replaced });
  return { attemptToken, withWord };
}

/** Sends a mail. Throws `mail_failed`, or `mail_refused` with the end of the pause of the address. */
async function sendMail(context: Context, mail: Mail): Promise<void> {
  const { config, database, log } = context;
  const sending = sendUnlessPaused(database.query, context, mail, { isRequested: true });
  const stop = await sending.catch((error: unknown) => {
    log.warn({ mail: mailFailure(error) }, 'a sign-in code could not be sent');
    throw new AppError('mail_failed', 'The code could not be sent; try again in a moment');
  });
  if (stop === undefined) return;
  throw new AppError(
    'mail_refused',
    'The mail server refuses this address; nothing is sent to it',
    {
      until: stop.until?.toISOString(),
      contact: config.operator.supportEmail !== undefined,
    },
  );
}

function hostOf({ config }: Context): string {
  return new URL(config.publicUrl).hostname;
}

/**
 * Returns the stored hash of a code. It is keyed and bound to the attempt's token, so a stolen table reveals no code.
 */
export function hashCode(
  secret: string,
  attemptToken: string,
  email: string,
  { code, word }: Secrets,
): string {
  return keyedHash(secret, 'login code', attemptToken, email, code, word);
}

function newCode(): string {
  return randomInt(10 ** codeLength)
    .toString()
    .padStart(codeLength, '0');
}

function newWord(): string {
  return Array.from({ length: wordLength }, () => wordLetters[randomInt(wordLetters.length)]).join(
    '',
  );
}

async function storeAttempt(
  { config, database, now }: Context,
  attempt: { email: string; secrets: Secrets; attemptToken: string; replaced: string | undefined },
): Promise<void> {
  const { email, secrets, attemptToken, replaced } = attempt;
  await database.transaction(async (transaction) => {
    if (replaced) {
      await transaction.delete(loginAttempt).where(eq(loginAttempt.tokenHash, hashToken(replaced)));
    }
    await transaction.insert(loginAttempt).values({
      tokenHash: hashToken(attemptToken),
      email,
      codeHash: hashCode(config.secret, attemptToken, email, secrets),
      withWord: secrets.word !== '',
      triesLeft: codeTries,
      created: now(),
      expires: new Date(now().getTime() + codeMinutes * 60_000),
    });
  });
}
