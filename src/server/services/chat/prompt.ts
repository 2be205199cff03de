import { trimHistory } from '#domain/chat.ts';
import { type AnswerOptions, historyMaxTurns } from '#domain/chatSettings.ts';
import { estimateTokens } from '#domain/models.ts';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';
import { addAttachments } from '#server/services/attachments/promptFiles.ts';
import { PromptPlan } from '#server/services/attachments/promptPlan.ts';
import { attachmentsOfMessages } from '#server/services/attachments/sentAttachments.ts';
import { type BranchTurn, type StoredTurn, readHistory } from '#server/services/chat/history.ts';
import type { QuestionPosition } from '#server/services/chat/storeAnswer.ts';
import type { Target } from '#server/services/chat/target.ts';

type Asked = {
  target: Pick<Target, 'model' | 'route'>;
  answerOptions: Pick<AnswerOptions, 'instructions' | 'historyTurns'>;
  position: Pick<QuestionPosition, 'questionId' | 'parentId' | 'attachments'>;
  text: string;
};

type Dependencies = { transaction: Executor; media: Platform['media'] };

/**
 * The turns that go to the model: what was said in the branch, then the question, each with what was attached to it. The
 * oldest that do not fit are dropped and counted; those that the user does not want are not. Throws
 * `attachment_not_accepted`, and `question_too_long`, with the numbers, when the question alone does not fit.
 */
export async function buildPrompt(
  { transaction, media }: Dependencies,
  { target, answerOptions, position, text }: Asked,
): Promise<{ turns: PromptTurn[]; dropped: number }> {
  const { model, route } = target;
  const room = Math.max(0, model.maxInputTokens - estimateTokens(answerOptions.instructions ?? ''));
  const plan = new PromptPlan({ model, inputs: route.inputs });
  const question = plan.addQuestion(turnOf(position.questionId, text), position.attachments, room);
  refuseTooLong(question, model.title, room);
  const maxTokens = room - question.tokens;
  const history =
    position.parentId === null
      ? { turns: [], before: 0 }
      : await readHistory(transaction, position.parentId, {
          pairs: answerOptions.historyTurns,
          maxTokens,
        });
  const counted = await countAttachments(transaction, plan, history.turns);
  const { turns, dropped } = trimHistory(counted, maxTokens, ({ tokens }) => tokens);
  const whole = await addAttachments({ transaction, media, plan }, [...turns, question]);
  return { turns: whole.map(toPromptTurn), dropped: dropped + leftOut(answerOptions, history) };
}

/** Returns how many messages the product's own limit drops. A shorter history that the user chose drops none. */
function leftOut({ historyTurns }: Asked['answerOptions'], { before }: { before: number }): number {
  return historyTurns < historyMaxTurns ? 0 : before;
}

function turnOf(messageId: string, text: string): StoredTurn {
  return { messageId, role: 'user', text, tokens: estimateTokens(text) };
}

function refuseTooLong({ tokens }: StoredTurn, title: string, room: number): void {
  if (tokens <= room) return;
  throw new AppError(
    'question_too_long',
    `text: has about ${tokens} tokens, ${title} takes at most ${room}`,
    { field: 'text', tokens, max_tokens: room },
  );
}

/** The turns with the tokens of their attachments, which are planned from the newest to the oldest. */
async function countAttachments(
  transaction: Executor,
  plan: PromptPlan,
  history: readonly BranchTurn[],
): Promise<StoredTurn[]> {
  const ids = history.filter(({ hasAttachments }) => hasAttachments).map((turn) => turn.messageId);
  const sent = await attachmentsOfMessages(transaction, ids);
  return history
    .toReversed()
    .map((turn) => plan.addEarlier(turn, sent.get(turn.messageId) ?? []))
    .toReversed();
}

function toPromptTurn({ role, text, files }: StoredTurn): PromptTurn {
  return files === undefined ? { role, text } : { role, text, files };
}
