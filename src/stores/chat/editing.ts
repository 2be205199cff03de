import { askInstead, forgetUnsent } from '#stores/chat/chat.ts';
import type { Attachment } from '#contract/chat/attachments.ts';
import { findMessage } from '#stores/thread/branches.ts';
import { type Question, currentThread } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/** The question that is being edited: its new text, and its files. */
export const $editing = atom<
  { key: string; text: string; attachments: readonly Attachment[] } | undefined
>(undefined);

/** Begins to edit a question. One that is being edited keeps what was typed. */
export function editQuestion({ key, text, attachments }: Question): void {
  if ($editing.get()?.key === key) return;
  $editing.set({ key, text, attachments });
}

export function changeEdited(text: string): void {
  const editing = $editing.get();
  if (editing) $editing.set({ ...editing, text });
}

export function cancelEditing(): void {
  $editing.set(undefined);
}

/** Sends the edited question, which begins a new branch. Returns whether it was sent. */
export function askEdited(): boolean {
  const editing = $editing.get();
  const thread = currentThread();
  if (!editing || !thread) return false;
  const question =
    findMessage(thread.all, editing.key) ?? thread.all.find(({ key }) => key === editing.key);
  if (question?.role !== 'user' || !askInstead(question, editing.text)) return false;
  if (question.delivery.state === 'unsent') forgetUnsent(question.key);
  $editing.set(undefined);
  return true;
}
