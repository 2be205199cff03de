import { pictureCountOf } from '#domain/chat/attachments.ts';
import { trimHistory } from '#domain/chat/chat.ts';
import { type AnswerOptions, historyMaxTurns } from '#domain/chat/chatSettings.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { countSteps } from '#domain/costs/questionPrice.ts';
import type { StoragePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';
import { addAttachments } from '#server/services/attachments/promptFiles.ts';
import { PromptPlan } from '#server/services/attachments/promptPlan.ts';
import { attachmentsOfMessages } from '#server/services/attachments/attachmentsOfMessages.ts';
import { type BranchTurn, type StoredTurn, readHistory } from '#server/services/chat/history.ts';
import type { QuestionPosition } from '#server/services/answers/begin/placeQuestion.ts';
import type { Target } from '#server/services/answers/begin/target.ts';

type PromptInput = {
  target: Pick<Target, 'model' | 'route' | 'stepTokens'>;
  answerOptions: Pick<AnswerOptions, 'instructions' | 'historyTurns'>;
  position: Pick<QuestionPosition, 'questionId' | 'parentId' | 'attachments'>;
  text: string;
};

/** A question that a model can take, and how many times it costs its price. */
export type CountedQuestion = {
  plan: PromptPlan;
  question: StoredTurn;
  steps: number;
  /** Tokens that are left for the history. */
  historyTokens: number;
};

/**
 * Counts the tokens of a question with its attachments and the instructions, and the steps of its price. Throws
 * `attachment_not_accepted`, and `question_too_long` with the numbers when the question alone does not fit.
 */
export function countQuestion({
  target,
  answerOptions,
  position,
  text,
}: PromptInput): CountedQuestion {
  const { model, route, stepTokens } = target;
  const instructionTokens = estimateTokens(answerOptions.instructions ?? '');
  const plan = new PromptPlan({
    model,
    inputs: route.inputs,
    pictures: pictureCountOf(route.upstream),
  });
  const question = plan.addQuestion(
    turnOf(position.questionId, text),
    position.attachments,
    stepTokens - instructionTokens,
  );
  refuseTooLong(question, model.title, Math.max(0, model.maxInputTokens - instructionTokens));
  const tokens = instructionTokens + question.tokens;
  const steps = countSteps(tokens, { stepTokens });
  const bought = Math.min(steps * stepTokens, model.maxInputTokens);
  return { plan, question, steps, historyTokens: bought - tokens };
}

/**
 * Returns the turns for the model: those of the branch, then the question, each with its attachments. The oldest turns
 * that do not fit are dropped and counted; turns that the user's settings exclude are not counted.
 */
export async function buildPrompt(
  transaction: Executor,
  platform: StoragePlatform,
  { answerOptions, position }: Pick<PromptInput, 'answerOptions' | 'position'>,
  { plan, question, historyTokens: maxTokens }: CountedQuestion,
): Promise<{ turns: PromptTurn[]; dropped: number }> {
  const history =
    position.parentId === null
      ? { turns: [], before: 0 }
      : await readHistory(transaction, position.parentId, {
          pairs: answerOptions.historyTurns,
          maxTokens,
        });
  const counted = await countAttachments(transaction, plan, history.turns);
  const { turns, dropped } = trimHistory(counted, maxTokens, ({ tokens }) => tokens);
  const whole = await addAttachments(transaction, platform, plan, [...turns, question]);
  return {
    turns: whole.map(toPromptTurn),
    dropped: dropped + droppedByLimit(answerOptions, history),
  };
}

/** Returns how many messages our limit of the history drops. A shorter history in the user's settings drops none. */
function droppedByLimit(
  { historyTurns }: PromptInput['answerOptions'],
  { before }: { before: number },
): number {
  return historyTurns < historyMaxTurns ? 0 : before;
}

function turnOf(messageId: string, text: string): StoredTurn {
  return { messageId, role: 'user', text, tokens: estimateTokens(text) };
}

function refuseTooLong({ tokens }: StoredTurn, title: string, inputTokens: number): void {
  if (tokens <= inputTokens) return;
  throw new AppError(
    'question_too_long',
    `text: has about ${tokens} tokens, ${title} takes at most ${inputTokens}`,
    { field: 'text', tokens, max_tokens: inputTokens },
  );
}

/** Returns the turns with the tokens of their attachments, which are planned from the newest to the oldest. */
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
