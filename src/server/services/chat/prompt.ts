import { trimHistory } from '#domain/chat.ts';
import type { Manner } from '#domain/chatSettings.ts';
import { estimateTokens } from '#domain/models.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';
import { type StoredTurn, readHistory } from '#server/services/chat/history.ts';
import type { Target } from '#server/services/chat/target.ts';

type Asked = {
  target: Pick<Target, 'model'>;
  manner: Pick<Manner, 'instructions' | 'historyTurns'>;
  question: StoredTurn;
  /** The message that the question follows. */
  parentId: string | null;
};

/**
 * The turns that go to the model: what was said in the branch, then the question. The oldest that do not fit are
 * dropped and counted; those that the user does not want are not. Throws `question_too_long`, with the numbers, when
 * the question alone does not fit.
 */
export async function buildPrompt(
  transaction: Executor,
  { target, manner, question, parentId }: Asked,
): Promise<{ turns: PromptTurn[]; dropped: number }> {
  const room = roomFor(target.model.maxInputTokens, manner.instructions);
  if (question.tokens > room) {
    throw new AppError(
      'question_too_long',
      `text: has about ${question.tokens} tokens, ${target.model.title} takes at most ${room}`,
      { field: 'text', tokens: question.tokens, max_tokens: room },
    );
  }
  const left = room - question.tokens;
  const history =
    parentId === null
      ? []
      : await readHistory(transaction, parentId, { pairs: manner.historyTurns, maxTokens: left });
  const { turns, dropped } = trimHistory(history, left, ({ tokens }) => tokens);
  return { turns: [...turns, question].map(toPromptTurn), dropped };
}

function roomFor(maxInputTokens: number, instructions: string | undefined): number {
  return Math.max(0, maxInputTokens - estimateTokens(instructions ?? ''));
}

function toPromptTurn({ messageId: _id, tokens: _tokens, ...turn }: StoredTurn): PromptTurn {
  return turn;
}
