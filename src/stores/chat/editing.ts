import { askInstead, forgetUnsent } from '#stores/chat/chat.ts';
import { findMessage } from '#stores/thread/branches.ts';
import { $thread, type Question } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/** The question that is being edited in its place, and the text so far. */
export const $editing = atom<{ key: string; text: string } | undefined>(undefined);

/** Begins to edit a question. */
export function editQuestion({ key, text }: Question): void {
  $editing.set({ key, text });
}

/** Notes what stands in the field. */
export function changeEdited(text: string): void {
  const editing = $editing.get();
  if (editing) $editing.set({ ...editing, text });
}

/** The question stays as it was. */
export function cancelEditing(): void {
  $editing.set(undefined);
}

/** Asks the edited question in a branch of its own. Returns whether it is on its way. */
export function askEdited(): boolean {
  const editing = $editing.get();
  const thread = $thread.get();
  if (!editing || thread.state !== 'open') return false;
  const question =
    findMessage(thread.all, editing.key) ?? thread.all.find(({ key }) => key === editing.key);
  if (question?.role !== 'user' || !askInstead(question, editing.text)) return false;
  if (question.delivery.state === 'unsent') forgetUnsent(question.key);
  $editing.set(undefined);
  return true;
}
