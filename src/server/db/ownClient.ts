import { Socket } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { Executor } from '#server/db/connect.ts';

/**
 * Calls `work` with a connection of its own. After a failure the connection is cut, because an interrupted COPY would
 * keep an orderly end waiting.
 */
export async function withOwnClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket();
  const client = new Client({ connectionString: url, keepAlive: true, stream: () => socket });
  // A broken connection rejects the running query. Without this listener it would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The same for queries, before a pool may have connections: a restore counts those. */
export async function withOwnQueries<Result>(
  url: string,
  work: (query: Executor) => Promise<Result>,
): Promise<Result> {
  return withOwnClient(url, (client) => work(drizzle(client)));
}
