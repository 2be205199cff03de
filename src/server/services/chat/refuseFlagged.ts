import { type Context, signedInUser } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import type { Verdict } from '#server/gateways/moderation/moderation.ts';

/** Milliseconds that a check may take. */
const patience = 2_000;

type Asked = { requestId: string; conversationId: string | undefined; text: string };

/**
 * Has a question checked, where a check is configured. Throws `question_refused` when it is flagged. A check that
 * cannot be reached, or takes too long, lets the question through (docs/decisions/013). The log never has the text.
 */
export async function refuseFlagged(context: Context, asked: Asked): Promise<void> {
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
  { moderation, log }: Context,
  text: string,
  ids: Record<string, unknown>,
): Promise<Verdict | undefined> {
  if (!moderation || text === '') return undefined;
  const signal = AbortSignal.timeout(patience);
  try {
    return await moderation.check(text, signal);
  } catch (error) {
    const told = error instanceof UpstreamError ? error.message : redactedError(error);
    const reason = signal.aborted ? `no verdict within ${patience} ms` : told;
    log.warn({ ...ids, reason }, 'a question went through unchecked');
    return undefined;
  }
}
