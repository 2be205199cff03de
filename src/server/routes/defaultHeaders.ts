import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Sets a header of the response unless the route sets it. It is set on Node's response, because adding a header to Hono's
 * response turns it into a web response with a stream as its body, which is slower than most calls.
 */
export function setDefaultHeader(http: Context, name: string, value: string): void {
  // The adapter passes a route's headers to `writeHead`, which override those of `setHeader`.
  (http.env as HttpBindings).outgoing.setHeader(name, value);
}
