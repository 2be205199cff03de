import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bytes of a body that a refusal waits for, so that its connection serves the next request. */
const awaitedBytes = 1_000_000;
const awaitedMilliseconds = 1_000;

/** Bytes and time that a sender gets to notice the answer before its connection is cut. */
const drainedBytes = 128_000_000;
const drainedMilliseconds = 10_000;

/**
 * Settles what happens to a request whose answer is known and whose body nobody reads any more: an answer in the middle
 * of a body would leave its rest where the next request of the connection is expected. A short rest is read before the
 * answer is sent. Of any other the answer says that the connection closes (`Connection: close`); its rest is thrown
 * away while the answer is on its way, because closing a connection with unread bytes can take the answer with it.
 */
export async function settleBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (incoming.readableEnded || !hasBody(incoming)) return;
  // Of a route that read a part of it and refused the rest.
  incoming.removeAllListeners('data');
  const isShort = Number(incoming.headers['content-length'] ?? 0) <= awaitedBytes;
  if (isShort && (await drain(incoming, awaitedBytes, awaitedMilliseconds))) return;
  outgoing.shouldKeepAlive = false;
  const drained = drain(incoming, drainedBytes, drainedMilliseconds);
  const { socket } = incoming;
  const destroySoon = socket.destroySoon.bind(socket);
  // The function that Node calls when the last response of a connection is written.
  socket.destroySoon = () => {
    socket.end();
    void drained.then(destroySoon);
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Throws away what arrives. Returns whether that was all: `false` when there is more than may be, or it takes longer. */
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
