import * as endpoints from '#contract/account/accountData.ts';
import { signedInUser } from '#server/context.ts';
import { sendFile } from '#server/routes/sendFile.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import {
  getDeletion,
  keepAccount,
  requestDeletion,
} from '#server/services/account/deletion/requestDeletion.ts';
import { exportAccount } from '#server/services/account/export/exportAccount.ts';

/** The archive of an account's data, and the deletion of the account. */
export function accountDataRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.exportAccount, async (context, _request, http) =>
    sendFile(context, http, await exportAccount(context)),
  );
  serve(app, endpoints.getDeletion, (context) => getDeletion(context));
  serve(app, endpoints.requestDeletion, (context, { body }) => requestDeletion(context, body));
  serve(app, endpoints.keepAccount, async (context) => {
    await keepAccount(context, signedInUser(context));
    return getDeletion(context);
  });
  return app;
}
