import { sql } from 'drizzle-orm';
import { type Turn, trimHistory } from '#domain/chat.ts';
import { estimateTokens } from '#domain/models.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { Target } from '#server/services/chat/target.ts';

/** Questions and answers that a prompt can hold at most, whatever the model takes. */
const historyPairs = 500;

/** What was said in a conversation so far, oldest first: questions whose answer has text, each with its answer. */
export async function readHistory(transaction: Executor, conversationId: string): Promise<Turn[]> {
  const { rows } = await transaction.execute<{ question: string; answer: string }>(
    sql`select q.text as question, a.text as answer from message a
      join message q on q.id = a.parent_id
      where a.conversation_id = ${conversationId} and a.role = 'assistant' and a.text <> ''
      order by a.position desc limit ${historyPairs}`,
  );
  return rows.toReversed().flatMap((pair): Turn[] => [
    { role: 'user', text: pair.question },
    { role: 'assistant', text: pair.answer },
  ]);
}

/**
 * The turns that go to the model, the question last; the oldest are dropped when they do not fit. Throws
 * `question_too_long`, with the numbers, when the question alone does not.
 */
export function fitTurns(
  target: Pick<Target, 'model' | 'instructions'>,
  history: readonly Turn[],
  question: string,
): { turns: Turn[]; dropped: number } {
  const tokens = estimateTokens(question);
  const most = Math.max(0, target.model.maxInputTokens - estimateTokens(target.instructions ?? ''));
  if (tokens > most) {
    throw new AppError(
      'question_too_long',
      `text: has about ${tokens} tokens, ${target.model.title} takes at most ${most}`,
      { field: 'text', tokens, max_tokens: most },
    );
  }
  const { turns, dropped } = trimHistory(history, most - tokens, estimateTokens);
  return { turns: [...turns, { role: 'user', text: question }], dropped };
}
