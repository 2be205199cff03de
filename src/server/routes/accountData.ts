import {
  exportAccount as exportAccountEndpoint,
  getDeletion as getDeletionEndpoint,
  keepAccount as keepAccountEndpoint,
  requestDeletion as requestDeletionEndpoint,
} from '#contract/accountData.ts';
import { signedInUser } from '#server/context.ts';
import { sendFile } from '#server/routes/sendFile.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import {
  getDeletion,
  keepAccount,
  requestDeletion,
} from '#server/services/account/deletion/requestDeletion.ts';
import { exportAccount } from '#server/services/account/export/exportAccount.ts';

/** All data of an account as a file, and deleting the account. */
export function accountDataRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, exportAccountEndpoint, async (context, _request, http) =>
    sendFile(context, http, await exportAccount(context)),
  );
  serve(app, getDeletionEndpoint, (context) => getDeletion(context));
  serve(app, requestDeletionEndpoint, (context, { body }) => requestDeletion(context, body));
  serve(app, keepAccountEndpoint, async (context) => {
    await keepAccount(context.database.query, signedInUser(context));
    return getDeletion(context);
  });
  return app;
}
