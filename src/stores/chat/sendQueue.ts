import { ask } from '#stores/chat/chat.ts';
import {
  emptyAttachments,
  forgetAttachments,
  putBackAttachments,
  readyAttachments,
} from '#stores/drafts/attachments.ts';
import { $draft, editDraft } from '#stores/drafts/drafts.ts';
import { $queue, enqueue, queuedAtMost, returnToQueue, takeQueued } from '#stores/drafts/queue.ts';
import { $connection } from '#stores/browser/connection.ts';
import { notify } from '#stores/browser/toasts.ts';
import { $isIdle, $messages } from '#stores/thread/thread.ts';

/** Ids of the questions that follow by themselves. Any other one waits until the user sends it. */
const following = new Set<string>();

/** Moves text and files of the message box to the end of the queue. */
export function queueDraft(): void {
  const { key, text } = $draft.get();
  const attachments = readyAttachments();
  if (key === undefined || (text.trim() === '' && attachments.length === 0)) return;
  if (!enqueue({ text: text.trim(), attachments })) {
    return notify('error', 'composer.queued.full', { most: queuedAtMost });
  }
  followAll();
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
  followAll();
  const { text, attachments } = question;
  if (!ask(text, attachments)) returnToQueue(key, { text, attachments });
}

/** Moves a question of the queue back into the message box, before the text that is there. */
export function editQueued(id: string): void {
  const question = takeQueued(id);
  if (!question) return;
  const texts = [question.text, $draft.get().text].filter((part) => part.trim() !== '');
  editDraft(texts.join('\n\n'));
  putBackAttachments(question.attachments);
}

/** Sends the next question whenever an answer has ended well. After any other end the queue waits for the user. */
export function watchQueue(): () => void {
  return $isIdle.listen((isIdle) => {
    const [next] = $queue.get();
    if (!isIdle || !next || !following.has(next.id)) return;
    const last = $messages.get().at(-1);
    const state = last?.role === 'assistant' ? last.state : undefined;
    // Another conversation is being opened.
    if (state === 'running') return;
    if (state === 'finished' && $connection.get() === 'online') sendQueued();
    else following.clear();
  });
}

function followAll(): void {
  for (const { id } of $queue.get()) following.add(id);
}
