import { $runningAnswer, $runningText, $thread, newThread } from '#stores/thread/thread.ts';

/** The followed answer that the open conversation shows. */
type ShownAnswer = {
  readonly answerKey: string;
  /** Known once the server accepted the question. */
  readonly answerId: string | undefined;
  /** Stops showing it. It is still followed to its end. */
  readonly leave: () => void;
};

let current: ShownAnswer | undefined;

export function shownAnswer(): ShownAnswer | undefined {
  return current;
}

export function setShownAnswer(answer: ShownAnswer | undefined): void {
  current = answer;
}

/** Stops showing the current answer, because another conversation is opened. */
export function leaveShownAnswer(): void {
  current?.leave();
  current = undefined;
  $runningAnswer.set(undefined);
  $runningText.set('');
}

/** Closes the open conversation after its deletion, only if it has this `id`. Otherwise Back would show it again. */
export function closeThread(id = $thread.get().conversationId): void {
  if (id === undefined || $thread.get().conversationId !== id) return;
  leaveShownAnswer();
  $thread.set(newThread);
}
