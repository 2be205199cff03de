import { Client } from 'pg';
import type { Logger } from 'pino';

export type Listener = {
  /** Resolves once the first connection listens. */
  ready: Promise<void>;
  close(): Promise<void>;
};

type Handlers = {
  notified(channel: string, payload: string): void;
  /** Called whenever notifications may have been missed: after every connection that is made anew. */
  reconnected(): void;
};

/** Listens to PostgreSQL channels on a connection of its own, and connects again for as long as it is not closed. */
export function listen(
  url: string,
  channels: readonly string[],
  handlers: Handlers,
  log: Pick<Logger, 'warn'>,
): Listener {
  let client: Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();

  const connect = async (delay: number): Promise<void> => {
    const fresh = new Client({ connectionString: url, keepAlive: true });
    let ended = false;
    const lost = (error?: Error & { code?: string }) => {
      if (ended || closed) return;
      ended = true;
      log.warn({ code: error?.code }, 'the notification connection was lost');
      fresh.end().catch(() => undefined);
      timer = setTimeout(() => void connect(Math.min(delay * 2, 5_000)), delay);
    };
    fresh.on('error', lost);
    fresh.on('end', () => lost());
    fresh.on('notification', ({ channel, payload }) => handlers.notified(channel, payload ?? ''));
    try {
      await fresh.connect();
      for (const channel of channels)
        await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
      client = fresh;
      first.resolve();
      handlers.reconnected();
      if (closed) await fresh.end();
    } catch (error) {
      lost(error as Error & { code?: string });
    }
  };

  void connect(100);
  return {
    ready: first.promise,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      first.resolve();
      await client?.end().catch(() => undefined);
    },
  };
}
