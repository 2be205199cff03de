/** A message from one tab to the others of this browser. */
export type TabNews =
  | { changed: 'conversations' | 'balance' }
  /** Conversations that are gone; `all` for every one. */
  | { deleted: readonly string[] | 'all' };

const name = 'chat';

let channel: BroadcastChannel | undefined;

/** Tells the other tabs of the chat area. Browsers without such channels see it when a tab is looked at again. */
export function tellOtherTabs(news: TabNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel?.postMessage(news);
}

/** Hears what other tabs tell. Returns an unsubscribe function. */
export function hearOtherTabs(hear: (news: TabNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const own = new BroadcastChannel(name);
  channel = own;
  own.addEventListener('message', ({ data }: MessageEvent<TabNews>) => hear(data));
  return () => {
    own.close();
    if (channel === own) channel = undefined;
  };
}
