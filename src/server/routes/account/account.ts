import * as accountEndpoints from '#contract/account/account.ts';
import * as creditEndpoints from '#contract/credits/credits.ts';
import * as historyEndpoints from '#contract/credits/history.ts';
import * as ledgerEndpoints from '#contract/credits/ledger.ts';
import * as limitEndpoints from '#contract/credits/limits.ts';
import * as usageEndpoints from '#contract/credits/usage.ts';
import { sendFile } from '#server/routes/sendFile.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getAccount } from '#server/services/users/getAccount.ts';
import { getCreditLimits, putCreditLimits } from '#server/services/account/creditLimits.ts';
import { exportCreditUsage, getCreditUsage } from '#server/services/account/creditUsage.ts';
import { listCreditHistory } from '#server/services/account/listCreditHistory.ts';
import { listLedger } from '#server/services/account/listLedger.ts';
import { listLots } from '#server/services/account/listLots.ts';

export function accountRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, accountEndpoints.getAccount, (context) => getAccount(context));
  serve(app, ledgerEndpoints.listLedger, (context, { query }) => listLedger(context, query));
  serve(app, creditEndpoints.listLots, (context) => listLots(context));
  serve(app, historyEndpoints.listCreditHistory, (context, { query }) =>
    listCreditHistory(context, query),
  );
  serve(app, usageEndpoints.getCreditUsage, (context, { query }) => getCreditUsage(context, query));
  serve(app, usageEndpoints.exportCreditUsage, async (context, { query }, http) =>
    sendFile(context, http, await exportCreditUsage(context, query)),
  );
  serve(app, limitEndpoints.getCreditLimits, (context) => getCreditLimits(context));
  serve(app, limitEndpoints.putCreditLimits, (context, { body }) => putCreditLimits(context, body));
  return app;
}
