import { chatTarget } from '#stores/answers/answerSession.ts';
import type { QuestionBody } from '#stores/answers/answerStream.ts';
import { $isTemporary } from '#stores/conversations/temporary.ts';
import { isSameTarget } from '#stores/route/route.ts';
import { findMessage } from '#stores/thread/branches.ts';
import { type OpenThread, type Question, isUnsent } from '#stores/thread/thread.ts';

type QuestionPosition = Pick<
  QuestionBody,
  'conversation_id' | 'parent_id' | 'head_id' | 'switch_target' | 'temporary'
>;

/** Returns the conversation of a question, the message that it follows there, and the newest message that its user saw. */
export function positionOf(
  thread: OpenThread,
  { parentKey }: Question,
  headId: string | undefined,
): QuestionPosition {
  const { conversationId, all, target: own } = thread;
  if (conversationId === undefined) return $isTemporary.get() ? { temporary: true } : {};
  const target = chatTarget();
  const isSwitched = own !== undefined && target !== undefined && !isSameTarget(own, target);
  const position = {
    conversation_id: conversationId,
    head_id: headId,
    ...(isSwitched && ({ switch_target: true } as const)),
  };
  if (parentKey === null) return { ...position, parent_id: null };
  // `parent_id` must be an answer. Without it the server takes the end of the branch.
  if (findMessage(all, parentKey)?.role === 'user') return position;
  const parentId = storedId(thread, parentKey);
  return parentId === undefined ? position : { ...position, parent_id: parentId };
}

/** Returns the key of the last message of the shown branch; `null` without messages. */
export function endOf({ messages }: OpenThread): string | null {
  return messages.findLast((message) => !isUnsent(message))?.key ?? null;
}

/** Returns the id of the newest message of all branches that this page has. */
export function headOf({ all }: OpenThread): string | undefined {
  return all.findLast(({ id }) => id !== undefined)?.id;
}

/** Returns the id of a message. The key of an older message that is not loaded yet is its id. */
export function storedId({ all, older }: OpenThread, key: string | null): string | undefined {
  const message = findMessage(all, key);
  if (message || key === null) return message?.id;
  return older === 'none' ? undefined : key;
}

/** Whether a question was refused because the conversation went on elsewhere. */
export function isStale({ delivery }: Question): boolean {
  return delivery.state === 'unsent' && delivery.problem.key === 'errors.newer_messages';
}

/** Whether a refused question can become a branch, because its user asked it at the end of the conversation. */
export function canBecomeBranch(question: Question): boolean {
  const { delivery } = question;
  return isStale(question) && delivery.state === 'unsent' && !delivery.isBranch;
}
