import { askInstead, forgetUnsent } from '#stores/chat/chat.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';
import { findMessage } from '#stores/thread/branches.ts';
import { type Question, currentThread } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/** The new text of the question that is being edited. */
type Editing = { key: string; id: string | undefined; text: string };

const keptKey = 'edited-question';

/** The question that is being edited, also before a reload of this tab. */
export const $editing = atom<Editing | undefined>(readKept());

$editing.listen((editing) => {
  // After a reload, the id is the key.
  const kept = editing && JSON.stringify({ key: editing.id ?? editing.key, text: editing.text });
  store(keptKey, kept, 'sessionStorage');
});

function readKept(): Editing | undefined {
  const kept = readStoredJson(keptKey, 'sessionStorage') as Partial<Editing> | null;
  const { key, text } = kept ?? {};
  return typeof key === 'string' && typeof text === 'string' ? { key, id: key, text } : undefined;
}

/** Begins to edit a question. One that is being edited keeps what was typed. */
export function editQuestion({ key, id, text }: Question): void {
  if ($editing.get()?.key === key) return;
  $editing.set({ key, id, text });
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
