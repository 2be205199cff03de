import { CallError } from '#contract/call.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { type AnswerKeys, type AnswerSession, displayAnswer } from '#stores/chat/answerDisplay.ts';
import type { AnswerSource } from '#stores/chat/answerStream.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { $runningAnswer, $runningText, $thread } from '#stores/thread/thread.ts';
import { refreshUser } from '#stores/account/user.ts';

/** Called with a question that the server refused, or that never reached it. */
export type OnRefused = (session: AnswerSession, error: unknown) => void;

let target: ChatTarget | undefined;
let current: AnswerSession | undefined;

/** All answers that are being read: also those whose conversation has left the screen, as their ends change the balance. */
const sessions = new Set<AnswerSession>();

/** The model or GPT of the open conversation. */
export function chatTarget(): ChatTarget | undefined {
  return target;
}

export function setChatTarget(to: ChatTarget): void {
  target = to;
}

/** The answer that is being read into the open conversation. */
export function currentSession(): AnswerSession | undefined {
  return current;
}

/** Reads an answer to its end, and then another one that runs in the branch on the screen. */
export async function openAnswer(
  keys: Pick<AnswerKeys, 'answerKey' | 'questionKey'>,
  source: AnswerSource,
  onRefused: OnRefused,
): Promise<void> {
  if (!target) return;
  const own = displayAnswer({ ...keys, target }, source);
  current = own;
  sessions.add(own);
  try {
    await own.done;
  } catch (error) {
    handleFailure(own, error, onRefused);
  } finally {
    sessions.delete(own);
    if (current === own) current = undefined;
  }
  if (own.shown) joinRunning();
}

/** Follows an answer that runs in the branch on the screen, unless one is being read already. */
export function joinRunning(): void {
  const thread = $thread.get();
  if (thread.state !== 'open' || current) return;
  const running = thread.messages.findLast(
    (message) => message.role === 'assistant' && message.state === 'running',
  );
  if (running?.role !== 'assistant' || running.answerId === undefined) return;
  const { key: answerKey, answerId } = running;
  for (const earlier of sessions) if (earlier.answerId === answerId) earlier.end();
  void openAnswer({ answerKey, questionKey: undefined }, { answerId }, () => undefined);
}

/** The screen shows something else. The answer is read to its end, which changes the balance. */
export function leaveSession(): void {
  current?.leave();
  current = undefined;
  $runningAnswer.set(undefined);
  $runningText.set('');
}

function handleFailure(own: AnswerSession, error: unknown, onRefused: OnRefused): void {
  if (own.shown) $runningAnswer.set(undefined);
  if (own.answerId === undefined) onRefused(own, error);
  if (isSignedOut(error)) return goToLogin();
  // How it ended is unknown here, and so is what became of its hold.
  if (own.answerId !== undefined) void refreshUser();
  if (own.answerId === undefined || !own.shown || own.conversationId === undefined) return;
  // The answer goes on at the server; this page could not follow it any longer.
  const problem = errorMessage(error instanceof CallError ? error : undefined);
  $thread.set({ state: 'failed', conversationId: own.conversationId, problem });
}
