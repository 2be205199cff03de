import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { createModelGateway } from '#server/gateways/models/gateway.ts';
import { snapshotRoutes } from '#server/routes/publishing/snapshot.ts';
import { ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { RecentOutcomes } from '#server/services/models/outcomes.ts';

/** The call for the snapshot alone, in a process of its own, on the database of `DATA_DIR`. Runs the SQL that it is sent. */
const config = readConfig(process.env);
const log = pino({ level: 'silent' });
const database = await openDatabase(config, log, 4);
const models = createModelGateway(config, undefined);
const catalogue = await ModelCatalogue.open(database, log);
const core = { config, database, log, now: () => new Date() };
const app = snapshotRoutes({
  ...core,
  models,
  catalogue,
  outcomes: new RecentOutcomes(core),
  spending: new SpendingGuard(core, catalogue),
  accounts: new ProviderAccounts(core),
});
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
  await Promise.all([catalogue.close(), models.close()]);
  await database.close();
  process.exit(0);
}
