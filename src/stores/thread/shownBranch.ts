import { saveChoice } from '#stores/thread/branchChoice.ts';
import { endOfBranch, findMessage } from '#stores/thread/branches.ts';
import { joinRunning } from '#stores/chat/answerSession.ts';
import { $thread, changeThread } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/** The message that was asked for last, for example as something that was found; `count` tells two times apart. */
export const $shownMessage = atom<{ key: string; count: number } | undefined>(undefined);

/** Ids of messages in the address: `#message-…`. */
export const messageAnchor = 'message-';

let wantedId: string | undefined;
let shownCount = 0;

/** Shows the branch that goes through a message, to its newest end; the server remembers it. */
export function showBranch(key: string): void {
  const thread = $thread.get();
  if (thread.state !== 'open') return;
  const leafKey = endOfBranch(thread.all, key);
  changeThread(() => ({ leafKey }));
  const leafId = findMessage(thread.all, leafKey)?.id;
  const { conversationId } = thread;
  if (conversationId !== undefined && leafId !== undefined) saveChoice(conversationId, leafId);
  joinRunning();
}

/** Brings a message into view by its id, whichever branch it is in; once its conversation is open, if it is not yet. */
export function showMessage(id: string): void {
  const thread = $thread.get();
  const message = thread.state === 'open' ? thread.all.find((one) => one.id === id) : undefined;
  if (thread.state !== 'open' || !message) {
    wantedId = id;
    return;
  }
  wantedId = undefined;
  if (!thread.messages.includes(message)) showBranch(message.key);
  shownCount += 1;
  $shownMessage.set({ key: message.key, count: shownCount });
}

/** Whether a message is to be brought into view once its conversation is open. */
export function isMessageWanted(): boolean {
  return wantedId !== undefined || messageInAddress() !== undefined;
}

/** Brings into view what was asked for before its conversation was open, or is named in the address. */
export function showWantedMessage(): void {
  const id = wantedId ?? messageInAddress();
  if (id !== undefined) showMessage(id);
  wantedId = undefined;
}

function messageInAddress(): string | undefined {
  const hash = globalThis.location?.hash.slice(1) ?? '';
  return hash.startsWith(messageAnchor) ? hash.slice(messageAnchor.length) : undefined;
}
