import { exportAccount as exportAccountEndpoint } from '#contract/accountData.ts';
import { sendFile } from '#server/routes/sendFile.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { exportAccount } from '#server/services/account/export/exportAccount.ts';

/** What users take away of their account. */
export function accountDataRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, exportAccountEndpoint, async (context) =>
    sendFile(context, await exportAccount(context)),
  );
  return app;
}
