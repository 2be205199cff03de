import type { IncomingMessage, ServerResponse } from 'node:http';

/** A rest up to this size and time is discarded before the response, so that the connection can serve another request. */
const awaitedBytes = 1_000_000;
const awaitedMilliseconds = 1_000;

/** A longer rest is discarded up to this size and time while the client receives the response. */
const drainedBytes = 128_000_000;
const drainedMilliseconds = 10_000;

/**
 * Discards the unread rest of a request's body before its response is sent, so that the rest is not parsed as the next
 * request of the connection. A short rest is discarded first. For a longer one the response has `Connection: close`, and
 * the rest is discarded while the response is sent: closing a connection with unread bytes can lose the response.
 */
export async function handleUnreadBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (incoming.readableEnded || !hasBody(incoming)) return;
  // A route may have read a part of the body before it refused the rest.
  incoming.removeAllListeners('data');
  const isShort = Number(incoming.headers['content-length'] ?? 0) <= awaitedBytes;
  if (isShort && (await drain(incoming, awaitedBytes, awaitedMilliseconds))) return;
  outgoing.shouldKeepAlive = false;
  const drained = drain(incoming, drainedBytes, drainedMilliseconds);
  const { socket } = incoming;
  const destroySoon = socket.destroySoon.bind(socket);
  // Node calls this method after the last response of a connection is written.
  socket.destroySoon = () => {
    socket.end();
    void drained.then(destroySoon);
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Discards the rest of a body. Returns whether it ended within `most` bytes and the time. */
function drain(incoming: IncomingMessage, most: number, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let bytes = 0;
  const settle = () => {
    clearTimeout(timer);
    incoming.off('data', count).off('end', settle).off('close', settle);
    resolve(incoming.readableEnded);
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > most) settle();
  };
  const timer = setTimeout(settle, milliseconds);
  incoming.on('data', count).on('end', settle).on('close', settle).resume();
  if (incoming.destroyed) settle();
  return promise;
}
