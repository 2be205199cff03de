/** Tabs tell each other that the messages of a conversation have changed: a question was accepted, a branch chosen. */
type News = { conversationId: string };

const name = 'chat-thread';

/** A page that was hidden for longer than this may have missed what happened elsewhere. */
const missedAfterMilliseconds = 3_000;

let channel: BroadcastChannel | undefined;

/** Tells the other tabs of this browser. */
export function tellThreadChange(conversationId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
  channel?.postMessage({ conversationId } satisfies News);
}

/**
 * Calls `hear` when another tab changed a conversation, and, without an id, when this page may have missed a change on
 * another device. Returns an unsubscribe function.
 */
export function hearThreadChanges(hear: (conversationId: string | undefined) => void): () => void {
  const own = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  channel = own;
  own?.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data.conversationId));
  let hiddenSince: number | undefined;
  const look = (): void => {
    if (document.visibilityState === 'hidden') {
      hiddenSince ??= Date.now();
      return;
    }
    const missed = hiddenSince !== undefined && Date.now() - hiddenSince > missedAfterMilliseconds;
    hiddenSince = undefined;
    if (missed) hear(undefined);
  };
  const online = (): void => hear(undefined);
  document.addEventListener('visibilitychange', look);
  globalThis.addEventListener('online', online);
  return () => {
    own?.close();
    if (channel === own) channel = undefined;
    document.removeEventListener('visibilitychange', look);
    globalThis.removeEventListener('online', online);
  };
}
