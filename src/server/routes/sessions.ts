import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { signedInUser } from '#server/context.ts';
import { clearSessionCookies, setSessionCookies } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import {
  endOtherSessions as endOthers,
  endSession as endOne,
} from '#server/services/login/endSessions.ts';
import { listSessions as findSessions } from '#server/services/login/listSessions.ts';

export function sessionRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listSessions, (context) => findSessions(context));
  serve(app, endSession, async (context, { params }, http) => {
    await endOne(context, params.id);
    const { actor } = context;
    if (actor.kind === 'user' && actor.sessionId === params.id) {
      clearSessionCookies(http, context.config);
    }
    return { id: params.id };
  });
  serve(app, endOtherSessions, async (context, _, http) => {
    const { sessionToken, ended } = await endOthers(context);
    setSessionCookies(http, context.config, { sessionToken, userId: signedInUser(context) });
    return { ended };
  });
  return app;
}
