import type { ServerResponse } from 'node:http';

/** Writes the body of an answer whose status and headers are set, and ends it. */
export type WriteBody = (outgoing: ServerResponse) => void;

const bodies = new WeakMap<object, WriteBody>();

/**
 * Lets the body of a request's answer be written to its connection by `write`, once its headers are known: a web stream
 * costs several promises for each piece. `request` is what the HTTP server hands to routes as their environment. Nothing
 * is written for HEAD, nor when the answer becomes another one.
 */
export function setBody(request: object, write: WriteBody): void {
  bodies.set(request, write);
}

/** The function that writes the body of this response, if there is one. */
export function bodyOf(request: object): WriteBody | undefined {
  return bodies.get(request);
}
