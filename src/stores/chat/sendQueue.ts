import { ask } from '#stores/chat/chat.ts';
import {
  checkRoomFor,
  emptyAttachments,
  forgetAttachments,
  putBackAttachments,
  readyAttachments,
} from '#stores/drafts/attachments.ts';
import { $draft, editDraft } from '#stores/drafts/drafts.ts';
import {
  $queue,
  enqueue,
  followQueue,
  isFollowing,
  pauseQueue,
  queuedAtMost,
  returnToQueue,
  takeQueued,
} from '#stores/drafts/queue.ts';
import { $connection } from '#stores/browser/connection.ts';
import { notify } from '#stores/browser/toasts.ts';
import { $isIdle, $thread, currentThread } from '#stores/thread/thread.ts';

/** Moves text and files of the message box to the end of the queue. */
export function queueDraft(): void {
  const { key, text } = $draft.get();
  const attachments = readyAttachments();
  if (key === undefined || (text.trim() === '' && attachments.length === 0)) return;
  if (!enqueue({ text: text.trim(), attachments })) {
    return notify('error', 'composer.queued.full', { most: queuedAtMost });
  }
  followQueue();
  editDraft('');
  emptyAttachments(key);
  forgetAttachments(key);
}

/** Sends the first question of the queue now. The others follow it. */
export function sendQueued(): void {
  const { key } = $draft.get();
  const [next] = $queue.get();
  if (!next || key === undefined || !$isIdle.get()) return;
  const question = takeQueued(next.id);
  if (!question) return;
  followQueue();
  const { id, text, attachments } = question;
  // The same request id, because a second tab may take it at the same moment: the server asks it once.
  if (!ask(text, attachments, id)) returnToQueue(key, { text, attachments });
}

/** Moves a question of the queue back into the message box, before text and files there. */
export function editQueued(id: string): void {
  const files = $queue.get().find((queued) => queued.id === id)?.attachments ?? [];
  if (!checkRoomFor(files)) return;
  const question = takeQueued(id);
  if (!question) return;
  const texts = [question.text, $draft.get().text].filter((part) => part.trim() !== '');
  editDraft(texts.join('\n\n'));
  putBackAttachments(question.attachments);
}

/**
 * Sends the next question when an answer has ended well, also one that ended while another conversation was open. After any
 * other end the queue waits for the user. Returns an unsubscribe function.
 */
export function watchQueue(): () => void {
  const endings = [$isIdle.listen(sendNext), $thread.listen(sendNext)];
  return () => {
    for (const unfollow of endings) unfollow();
  };
}

function sendNext(): void {
  const [next] = $queue.get();
  if (!next || !isFollowing(next) || !$isIdle.get()) return;
  const last = currentThread()?.messages.at(-1);
  // The conversation is being loaded, or its answer runs elsewhere.
  if (!last || (last.role === 'assistant' && last.state === 'running')) return;
  const isWell = last.role === 'assistant' && last.state === 'finished';
  if (isWell && $connection.get() === 'online') sendQueued();
  else pauseQueue();
}
