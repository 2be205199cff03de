import {
  listShares as listSharesEndpoint,
  revokeShare as revokeShareEndpoint,
  shareConversation as shareConversationEndpoint,
} from '#contract/shares.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { listShares } from '#server/services/shares/listShares.ts';
import { revokeShare } from '#server/services/shares/revokeShare.ts';
import { shareConversation } from '#server/services/shares/shareConversation.ts';

/** The links that users make to their conversations. `sharedPage.ts` is what they lead to. */
export function shareRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, shareConversationEndpoint, (context, { params }) =>
    shareConversation(context, params.id),
  );
  serve(app, listSharesEndpoint, (context) => listShares(context));
  serve(app, revokeShareEndpoint, (context, { params }) => revokeShare(context, params.id));
  return app;
}
