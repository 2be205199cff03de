import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { snapshotRoutes } from '#server/routes/snapshot.ts';

/** The call for the snapshot alone, in a process of its own, on the database of `DATA_DIR`. Runs the SQL that it is sent. */
const config = readConfig(process.env);
const database = await openDatabase(config, pino({ level: 'silent' }), 4);
const app = snapshotRoutes({ config, database, now: () => new Date() } as never);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
server.once('listening', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('message', (message: { sql?: string; end?: true }) => {
  if (message.end) void end();
  else
    void database.pool.query(message.sql ?? '').then(({ rowCount }) => {
      process.send?.({ rows: rowCount });
    });
});
process.on('disconnect', () => void end());

async function end(): Promise<void> {
  server.close();
  await database.close();
  process.exit(0);
}
