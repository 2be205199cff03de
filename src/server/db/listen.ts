import { Client } from 'pg';
import type { Logger } from 'pino';

export type Listener = {
  /** Resolves once the first connection listens. */
  ready: Promise<void>;
  close(): Promise<void>;
};

type Handlers = {
  onNotification(channel: string, payload: string): void;
  /** Called after each connection, because notifications may have been missed before it. */
  onConnected(): void;
};

/** Listens to PostgreSQL channels on its own connection, and reconnects until it is closed. */
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
    const connection = new Client({ connectionString: url, keepAlive: true });
    let ended = false;
    const onLost = (error?: Error & { code?: string }) => {
      if (ended || closed) return;
      ended = true;
      log.warn({ code: error?.code }, 'the notification connection was lost');
      connection.end().catch(() => undefined);
      timer = setTimeout(() => void connect(Math.min(delay * 2, 5_000)), delay);
    };
    connection.on('error', onLost);
    connection.on('end', () => onLost());
    connection.on('notification', ({ channel, payload }) =>
      handlers.onNotification(channel, payload ?? ''),
    );
    try {
      await connection.connect();
      for (const channel of channels)
        await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
      client = connection;
      first.resolve();
      handlers.onConnected();
      if (closed) await connection.end();
    } catch (error) {
      onLost(error as Error & { code?: string });
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
