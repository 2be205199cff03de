import { tabChannel } from '#stores/browser/tabs.ts';

/** Channel on which tabs announce that messages of a conversation changed: a question accepted, a branch chosen. */
const channel = tabChannel<{ conversationId: string }>('chat-thread');

/** A page that was hidden for longer than this may have missed changes of other devices. */
const missedAfterMilliseconds = 3_000;

/** Announces a change to the other tabs of this browser. */
export function sendThreadChange(conversationId: string): void {
  channel.send({ conversationId });
}

/**
 * Calls `onChange` with the id of a conversation that another tab changed, and without an id when this page may have
 * missed a change of another device. Returns an unsubscribe function.
 */
export function listenToThreadChanges(
  onChange: (conversationId: string | undefined) => void,
): () => void {
  const unlisten = channel.listen(({ conversationId }) => onChange(conversationId));
  const ending = new AbortController();
  const { signal } = ending;
  let hiddenSince: number | undefined;
  const onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') {
      hiddenSince ??= Date.now();
      return;
    }
    const missed = hiddenSince !== undefined && Date.now() - hiddenSince > missedAfterMilliseconds;
    hiddenSince = undefined;
    if (missed) onChange(undefined);
  };
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  globalThis.addEventListener('online', () => onChange(undefined), { signal });
  return () => {
    unlisten();
    ending.abort();
  };
}
