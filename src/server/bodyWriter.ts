import type { ServerResponse } from 'node:http';

/** Writes the body of a response whose status and headers are sent, and ends it. */
type BodyWriter = (outgoing: ServerResponse) => void;

const writers = new WeakMap<object, BodyWriter>();

/**
 * Lets `write` write the body of a response directly to its connection, because a web stream costs several promises for
 * each chunk. `request` is the environment that the HTTP server passes to routes. `write` is not called for HEAD, nor if
 * the response becomes an error.
 */
export function setBodyWriter(request: object, write: BodyWriter): void {
  writers.set(request, write);
}

/** Returns the function that writes the body of this response, if there is one. */
export function bodyWriterOf(request: object): BodyWriter | undefined {
  return writers.get(request);
}
