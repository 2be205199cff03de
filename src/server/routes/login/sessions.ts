import * as endpoints from '#contract/login/sessions.ts';
import { signedInUser } from '#server/context.ts';
import { clearSessionCookies, setSessionCookies } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { endOtherSessions, endSession } from '#server/services/login/endSessions.ts';
import { listSessions } from '#server/services/login/listSessions.ts';

export function sessionRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.listSessions, (context) => listSessions(context));
  serve(app, endpoints.endSession, async (context, { params }, http) => {
    await endSession(context, params.id);
    const { actor } = context;
    if (actor.kind === 'user' && actor.sessionId === params.id) {
      clearSessionCookies(http, context.config);
    }
    return { id: params.id };
  });
  serve(app, endpoints.endOtherSessions, async (context, _, http) => {
    const { sessionToken, ended } = await endOtherSessions(context);
    setSessionCookies(http, context.config, { sessionToken, userId: signedInUser(context) });
    return { ended };
  });
  return app;
}
