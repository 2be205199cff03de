import { CallError, call } from '#contract/call.ts';
import { changeConversation } from '#contract/conversations/conversations.ts';
import { readStored, readStoredJson, store } from '#stores/browser/storage.ts';

/** The branch that the user chose, by the id of its last message; `at` in milliseconds since 1970. */
type Choice = { conversationId: string; leafId: string; at: number };

const storageKey = 'branch';
/** How long a choice in storage may be newer than the branch that the server names. */
const keptMilliseconds = 60_000;

let saving: Promise<void> = Promise.resolve();
let unsaved: Choice | undefined;

// The call of the choice before may still be pending.
globalThis.addEventListener?.('pagehide', () => void saveLast());

/** Saves at the server which branch of a conversation is shown; of several choices in a row only the last one. */
export function saveBranch(conversationId: string, leafId: string): void {
  unsaved = { conversationId, leafId, at: Date.now() };
  store(storageKey, JSON.stringify(unsaved));
  saving = saving.then(saveLast);
}

/** Waits until the branch that was chosen last is saved. */
export function untilBranchSaved(): Promise<void> {
  return saving;
}

/**
 * Returns the last message of a branch that was chosen just before the page was left, if the server has not confirmed
 * it: its response about the conversation may name the branch before. Saves the branch again.
 */
export function unsavedBranch(conversationId: string): string | undefined {
  const choice = readStoredJson(storageKey) as Choice | null;
  if (choice?.conversationId !== conversationId) return undefined;
  if (Date.now() - choice.at > keptMilliseconds) return undefined;
  saveBranch(conversationId, choice.leafId);
  return choice.leafId;
}

/** Saves the last choice. A branch that cannot be saved stays on the screen. */
async function saveLast(): Promise<void> {
  const choice = unsaved;
  unsaved = undefined;
  if (!choice) return;
  const params = { id: choice.conversationId };
  try {
    await call(changeConversation, { params, body: { leaf_id: choice.leafId } });
  } catch (error) {
    if (error instanceof CallError && error.code === 'offline') return;
  }
  if (readStored(storageKey) === JSON.stringify(choice)) store(storageKey, undefined);
}
