import { described } from '#contract/openapi/described.ts';
import { endpoint } from '#contract/endpoint.ts';
import { codeProblem, emailProblem, wordProblem } from '#domain/login/login.ts';
import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import * as z from 'zod/mini';

const email = checkedText(emailProblem, { format: 'email' });
const code = checkedText(codeProblem, { pattern: '^\\d{4}$' });
const word = checkedText(wordProblem, { pattern: '^[A-Za-z]{6}$' });

export const sendLoginCode = endpoint({
  method: 'GET',
  path: '/api/login/email',
  summary:
    'Sends a verification code. Same origin only; the answer never tells whether an account exists.',
  access: 'visitor',
  changes: true,
  query: () => z.object({ email, lang: z.optional(z.string().check(z.maxLength(10))) }),
  response: () =>
    z.object({
      resend_seconds: z.int(),
      /** Whether the mail also has a word of six letters that must be entered with the code. */
      word: z.optional(z.boolean()),
    }),
});

export const signInByEmail = endpoint({
  method: 'POST',
  path: '/api/login/email',
  summary:
    'Signs in with the code that was sent to this browser, beside it the word where the mail carried one, and creates the account at the first time.',
  access: 'visitor',
  query: () =>
    z.object({
      email,
      code,
      word: z.optional(word),
      /** For a new account, where accounts need an invitation. */
      invitation: z.optional(z.string().check(z.minLength(1), z.maxLength(giftCodeMaxTyped))),
    }),
  response: () => z.object({ user_id: described(z.string(), { format: 'uuid' }) }),
});

export const signOut = endpoint({
  method: 'GET',
  path: '/logout',
  summary:
    'Ends the session. Same origin only. A link that was followed is sent on, a call gets {}.',
  access: 'visitor',
  changes: true,
  query: () =>
    z.object({
      /** The path of this site to which a followed link redirects; `/` if it is missing or invalid. */
      redirect: z.optional(z.string()),
    }),
  response: () => z.object({}),
});

/**
 * Returns a schema of a text with a rule of the domain. `problemOf` returns a message key (specification, section 5), which
 * becomes the message of the failed check.
 */
function checkedText(
  problemOf: (text: string) => string | undefined,
  description: Readonly<Record<string, unknown>>,
) {
  const text = z.string().check((check) => {
    const problem = problemOf(check.value);
    if (problem) check.issues.push({ code: 'custom', message: problem, input: check.value });
  });
  return described(text, description);
}
