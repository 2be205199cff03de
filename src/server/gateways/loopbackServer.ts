import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAtMost } from '#server/gateways/readAtMost.ts';

/** Opens a server for this machine only. Port 0 takes a free one. Returns its port. Throws when the port is taken. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and all its connections. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Whether a `Host` header names this machine. A site that resolves its own name to it (DNS rebinding) sends that name.
 */
export function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** Reads the body of a request as text. Throws when it has more than `mostBytes`. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string> {
  const body = await readAtMost(request, mostBytes);
  if (body === undefined) throw new Error('The body is too large');
  return body;
}
