import * as endpoints from '#contract/conversations/shares.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { continueShared } from '#server/services/shares/continueShared.ts';
import { listShares } from '#server/services/shares/listShares.ts';
import { revokeShare } from '#server/services/shares/revokeShare.ts';
import { shareConversation } from '#server/services/shares/shareConversation.ts';

/** The links that users make to their conversations. `sharedPage.ts` serves the pages of these links. */
export function shareRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.shareConversation, (context, { params }) =>
    shareConversation(context, params.id),
  );
  serve(app, endpoints.continueShare, (context, { params }) => continueShared(context, params.id));
  serve(app, endpoints.listShares, (context) => listShares(context));
  serve(app, endpoints.revokeShare, (context, { params }) => revokeShare(context, params.id));
  return app;
}
