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

/** Milliseconds for opening the connection and for each statement on it, and between two signs of life. */
const limits = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 };
const heartbeatMilliseconds = 20_000;

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
  let heartbeat: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();

  const connect = async (delay: number): Promise<void> => {
    const connection = new Client({ connectionString: url, keepAlive: true, ...limits });
    let ended = false;
    const onLost = (error?: Error & { code?: string }) => {
      if (ended || closed) return;
      ended = true;
      clearInterval(heartbeat);
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
      await listenTo(connection, channels);
      client = connection;
      // Nothing is heard from a machine that lost its power.
      heartbeat = setInterval(
        () => void listenTo(connection, channels).catch(onLost),
        heartbeatMilliseconds,
      ).unref();
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
      clearInterval(heartbeat);
      first.resolve();
      await client?.end().catch(() => undefined);
    },
  };
}

/** Can be repeated. */
async function listenTo(connection: Client, channels: readonly string[]): Promise<void> {
  for (const channel of channels)
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
}
