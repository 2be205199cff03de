import { getAccount } from '#contract/account.ts';
import { listLots } from '#contract/credits.ts';
import { listLedger } from '#contract/ledger.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getAccount as findAccount } from '#server/services/account/getAccount.ts';
import { listLedger as findLedger } from '#server/services/account/listLedger.ts';
import { listLots as findLots } from '#server/services/account/listLots.ts';

export function accountRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getAccount, (context) => findAccount(context));
  serve(app, listLedger, (context, { query }) => findLedger(context, query));
  serve(app, listLots, (context) => findLots(context));
  return app;
}
