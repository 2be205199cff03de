import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** The fate of a message to the database: passed on, lost with or without its connection, or done with its answer lost. */
type Fate = 'pass' | 'lose' | 'swallow' | 'lose the answer';

/** Sees everything that is said on the numbered connections, as Latin-1. */
export type DatabaseWatcher = {
  /** Returns whether the message is lost, together with its connection. */
  sent(message: string, connection: number): boolean | undefined;
  /** Returns whether the answer is lost, together with its connection. */
  answered(bytes: string, connection: number): boolean;
};

export type DatabaseProxy = {
  /** The same database through the proxy. */
  url: string;
  /** Decides from now on by the bytes of each message, read as Latin-1. */
  decide(fate: (message: string) => Fate): void;
  watch(watcher: DatabaseWatcher): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
};

/** A proxy in front of PostgreSQL that loses connections at exactly the moment that a test names. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { pathname, searchParams } = new URL(url);
  const path = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const sockets = new Set<Socket>();
  let decideFate: (message: string) => Fate = () => 'pass';
  let watcher: DatabaseWatcher | undefined;
  let connections = 0;
  const server = createServer((client) => {
    const connection = (connections += 1);
    const upstream = connect(path);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let lost = false;
    client.on('data', (bytes) => {
      const message = bytes.toString('latin1');
      const fate = decideFate(message);
      const isLost = watcher?.sent(message, connection) === true || fate === 'lose';
      if (isLost) client.destroy();
      lost ||= fate === 'lose the answer';
      if (!isLost && fate !== 'swallow') upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      lost ||= watcher?.answered(bytes.toString('latin1'), connection) === true;
      if (lost) client.destroy();
      else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${new URL(url).username}@127.0.0.1:${port}${pathname}?sslmode=disable`,
    decide: (fate) => {
      decideFate = fate;
    },
    watch: (chosen) => {
      watcher = chosen;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
