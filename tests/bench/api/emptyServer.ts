import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { serve } from '@hono/node-server';

/** The least cost of an answer of this kind of server, as a base for the calls of the API. */
const app = new Hono()
  .get('/', (http) => http.json({}))
  .get('/cookies', (http) => http.json({ has: getCookie(http, 'session') !== undefined }));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`listening on ${port}`),
);

process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
