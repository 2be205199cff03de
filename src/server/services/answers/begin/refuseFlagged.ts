import { type Context, signedInUser } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import type { Verdict } from '#server/gateways/moderation/moderation.ts';

const timeoutMilliseconds = 2_000;

type CheckedQuestion = { requestId: string; conversationId: string | undefined; text: string };

/**
 * Checks a question by moderation, if configured. Throws `question_refused` when it is flagged. If moderation cannot be
 * reached, or takes too long, the question is accepted (docs/decisions/013). The log never contains the text.
 */
export async function refuseFlagged(context: Context, asked: CheckedQuestion): Promise<void> {
  const ids = {
    user: signedInUser(context),
    request: asked.requestId,
    conversation: asked.conversationId,
  };
  const verdict = await judge(context, asked.text, ids);
  if (!verdict?.flagged) return;
  context.log.info(
    { ...ids, categories: verdict.categories },
    'a question was refused by the check',
  );
  throw new AppError('question_refused', 'The check of questions refused this one');
}

async function judge(
  { moderation, accounts, log }: Context,
  text: string,
  ids: Record<string, unknown>,
): Promise<Verdict | undefined> {
  if (!moderation || text === '') return undefined;
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const verdict = await moderation.check(text, signal);
    accounts.served('moderation');
    return verdict;
  } catch (error) {
    const account = error instanceof UpstreamError ? error.account : undefined;
    if (account) accounts.report('moderation', account);
    const failure = error instanceof UpstreamError ? error.message : redactedError(error);
    const reason = signal.aborted ? `no verdict within ${timeoutMilliseconds} ms` : failure;
    log.warn({ ...ids, reason }, 'a question went through unchecked');
    return undefined;
  }
}
