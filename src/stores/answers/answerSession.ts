import { CallError } from '#contract/call.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import {
  type AnswerKeys,
  type AnswerSession,
  displayAnswer,
} from '#stores/answers/answerDisplay.ts';
import type { AnswerSource } from '#stores/answers/answerStream.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { setShownAnswer, shownAnswer } from '#stores/thread/shownAnswer.ts';
import { $messages, $runningAnswer, $thread } from '#stores/thread/thread.ts';
import { refreshUser } from '#stores/account/user.ts';

/** Called when the server refused a question, or the question did not reach it. */
export type OnRefused = (session: AnswerSession, error: unknown) => void;

let target: ChatTarget | undefined;

/** All answers that are followed. Their conversations need not be on the screen, because their ends change the balance. */
const sessions = new Set<AnswerSession>();

/** The model or GPT of the open conversation. */
export function chatTarget(): ChatTarget | undefined {
  return target;
}

export function setChatTarget(to: ChatTarget): void {
  target = to;
}

/** Follows an answer to its end, and then another one that runs in the branch on the screen. */
export async function openAnswer(
  keys: Pick<AnswerKeys, 'answerKey' | 'questionKey'>,
  source: AnswerSource,
  onRefused: OnRefused,
): Promise<void> {
  if (!target) return;
  const own = displayAnswer({ ...keys, target }, source);
  setShownAnswer(own);
  sessions.add(own);
  try {
    await own.done;
  } catch (error) {
    handleFailure(own, error, onRefused);
  } finally {
    sessions.delete(own);
    if (shownAnswer() === own) setShownAnswer(undefined);
  }
  if (own.shown) followRunningAnswer();
}

/** Follows an answer that runs in the branch on the screen, unless one is followed there already. */
export function followRunningAnswer(): void {
  if (shownAnswer()) return;
  const running = $messages
    .get()
    .findLast((message) => message.role === 'assistant' && message.state === 'running');
  if (running?.role !== 'assistant' || running.answerId === undefined) return;
  const { key: answerKey, answerId } = running;
  for (const earlier of sessions) if (earlier.answerId === answerId) earlier.end();
  void openAnswer({ answerKey, questionKey: undefined }, { answerId }, () => undefined);
}

function handleFailure(own: AnswerSession, error: unknown, onRefused: OnRefused): void {
  if (own.shown) $runningAnswer.set(undefined);
  if (own.answerId === undefined) onRefused(own, error);
  if (isSignedOut(error)) return goToLogin();
  // It is unknown whether the answer's hold was settled or released.
  if (own.answerId !== undefined) void refreshUser();
  if (own.answerId === undefined || !own.shown || own.conversationId === undefined) return;
  // The answer continues at the server, but this page lost it. Loading the thread again follows it.
  const problem = errorMessage(error instanceof CallError ? error : undefined);
  $thread.set({ state: 'failed', conversationId: own.conversationId, problem });
}
