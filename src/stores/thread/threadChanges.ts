import { tabChannel } from '#stores/browser/tabs.ts';

/** Channel on which tabs announce that messages of a conversation changed: a question accepted, a branch chosen. */
const channel = tabChannel<{ conversationId: string }>('chat-thread');

/** Announces a change to the other tabs of this browser. */
export function sendThreadChange(conversationId: string): void {
  channel.send({ conversationId });
}

/** Calls `onChange` with the id of a conversation that another tab changed. Returns an unsubscribe function. */
export function listenToThreadChanges(onChange: (conversationId: string) => void): () => void {
  return channel.listen(({ conversationId }) => onChange(conversationId));
}
