import { CallError, call } from '#contract/call.ts';
import { changeConversation } from '#contract/conversations.ts';
import { readStored, store } from '#stores/browser/storage.ts';

/** The branch that was chosen to be shown: its end. */
type Choice = { conversationId: string; leafId: string; at: number };

const storageKey = 'branch';
/** How long a page that follows may believe that the server has not heard of it. */
const keptMilliseconds = 60_000;

let saving: Promise<void> = Promise.resolve();
let unsaved: Choice | undefined;

// The one before it may still be on its way.
globalThis.addEventListener?.('pagehide', () => void saveLast());

/** Tells the server which branch of a conversation is shown; of several choices in a row only the last one. */
export function saveChoice(conversationId: string, leafId: string): void {
  unsaved = { conversationId, leafId, at: Date.now() };
  store(storageKey, JSON.stringify(unsaved));
  saving = saving.then(saveLast);
}

/** Waits until the server knows the branch that was chosen last. */
export function branchSaved(): Promise<void> {
  return saving;
}

/**
 * The end of the branch that was chosen just before the page was left, where the server did not answer any more: it
 * may hear of it later than of the question what to show. It is told again.
 */
export function unheardChoice(conversationId: string): string | undefined {
  const choice = readChoice();
  if (choice?.conversationId !== conversationId) return undefined;
  if (Date.now() - choice.at > keptMilliseconds) return undefined;
  saveChoice(conversationId, choice.leafId);
  return choice.leafId;
}

/** A choice that cannot be saved is shown here all the same. */
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

function readChoice(): Choice | undefined {
  try {
    return JSON.parse(readStored(storageKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
