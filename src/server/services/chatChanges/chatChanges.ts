import type { Logger } from 'pino';
import type { ChatChange } from '#contract/conversations/changes.ts';
import { type Listener, listen } from '#server/db/listen.ts';
import { changeChannel } from '#server/db/queries/chatChanges.ts';

type Watcher = {
  onChange: (change: ChatChange) => void;
  /** Called when this server closes. */
  onClose: () => void;
};

export const missedChange: ChatChange = { type: 'missed' };

/** Receives changes of conversations from all servers, through PostgreSQL, for the readers on this one. */
export class ChatChanges {
  readonly #watched = new Map<string, Set<Watcher>>();
  readonly #listener: Listener;

  constructor(url: string, log: Pick<Logger, 'warn'>) {
    const handlers = {
      onNotification: (_: string, payload: string) => {
        for (const line of payload.split('\n')) this.#receive(line);
      },
      onConnected: () => this.#sendMissed(),
    };
    this.#listener = listen(url, [changeChannel], handlers, log);
  }

  get ready(): Promise<void> {
    return this.#listener.ready;
  }

  /** The number of users with at least one reader here. */
  get watchedUsers(): number {
    return this.#watched.size;
  }

  /** Watches the conversations of a user. Returns an unsubscribe function. */
  watch(userId: string, watcher: Watcher): () => void {
    const watchers = this.#watched.get(userId) ?? new Set();
    watchers.add(watcher);
    this.#watched.set(userId, watchers);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watched.delete(userId);
    };
  }

  /** Ends all streams, which would keep the server from closing, and the connection. */
  close(): Promise<void> {
    for (const watchers of this.#watched.values()) {
      for (const { onClose } of watchers) onClose();
    }
    return this.#listener.close();
  }

  #receive(line: string): void {
    const [userId = '', type, conversationId = null, answerId, vote = null] = line.split(' ');
    const ids = { conversation_id: conversationId, ...(answerId && { answer_id: answerId }) };
    const change = { type, ...ids, ...(type === 'voted' && { vote }) } as ChatChange;
    for (const { onChange } of this.#watched.get(userId) ?? []) onChange(change);
  }

  /** Notifications were lost while the connection was. */
  #sendMissed(): void {
    for (const watchers of this.#watched.values()) {
      for (const { onChange } of watchers) onChange(missedChange);
    }
  }
}
