import { regenerate } from '#stores/chat/regenerate.ts';
import { editQuestion } from '#stores/chat/editing.ts';
import { $messages, type Answer, type Question } from '#stores/thread/thread.ts';

/** Returns the text of the newest answer of the branch on the screen; an empty one without an answer. */
export function lastAnswerText(): string {
  return lastAnswer()?.text ?? '';
}

/** Asks the last question again. Returns whether it was sent. */
export function regenerateLast(): boolean {
  const answer = lastAnswer();
  return answer !== undefined && regenerate(answer);
}

/** Begins to edit the last question. Returns whether there is one. */
export function editLastQuestion(): boolean {
  const question = $messages
    .get()
    .findLast((message): message is Question => message.role === 'user');
  if (question) editQuestion(question);
  return question !== undefined;
}

function lastAnswer(): Answer | undefined {
  return $messages.get().findLast((message): message is Answer => message.role === 'assistant');
}
