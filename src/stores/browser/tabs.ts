/** A message from one tab to the others of this browser. */
export type TabMessage =
  | { changed: 'conversations' | 'balance' }
  /** Ids of deleted conversations; `all` for every one. */
  | { deleted: readonly string[] | 'all' };

/** Sends messages to the other tabs of this browser while something listens here. */
type TabChannel<Message> = {
  send: (message: Message) => void;
  /** Returns an unsubscribe function. */
  listen: (onMessage: (message: Message) => void) => () => void;
};

/** Channel of the chat area. A browser without `BroadcastChannel` loads changes when a tab becomes visible. */
const chat = tabChannel<TabMessage>('chat');

export const sendToOtherTabs = chat.send;
export const listenToOtherTabs = chat.listen;

export function tabChannel<Message>(name: string): TabChannel<Message> {
  let channel: BroadcastChannel | undefined;
  return {
    send: (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      channel?.postMessage(message);
    },
    listen: (onMessage) => {
      if (typeof BroadcastChannel === 'undefined') return () => undefined;
      const own = new BroadcastChannel(name);
      channel = own;
      own.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
      return () => {
        own.close();
        if (channel === own) channel = undefined;
      };
    },
  };
}
