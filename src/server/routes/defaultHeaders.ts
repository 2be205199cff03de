import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Sets a header of the response unless the route sets it itself. It is set on the connection's response: a header that is
 * added to Hono's response makes it a web response, with a stream as its body, which costs more than most calls do.
 */
export function setDefaultHeader(http: Context, name: string, value: string): void {
  // Node keeps a header of `setHeader` unless `writeHead` names it, too; the adapter writes a route's headers with that.
  (http.env as HttpBindings).outgoing.setHeader(name, value);
}
