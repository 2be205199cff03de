import * as endpoints from '#contract/conversations/changes.ts';
import { signedInUser } from '#server/context.ts';
import { eventStream } from '#server/routes/chat/eventStream.ts';
import { Readers } from '#server/routes/chat/readers.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { watchSession } from '#server/routes/watchSession.ts';
import { followChanges } from '#server/services/chatChanges/followChanges.ts';

export function changeRoutes(): RouteApp {
  const app = newRouteApp();
  const readers = new Readers('changes');
  serve(app, endpoints.followChanges, async (context, _, http) => {
    const userId = signedInUser(context);
    readers.check(userId);
    return eventStream(http, context.config.heartbeatSeconds, async (reader) => {
      const leave = readers.enter(context);
      const unwatch = watchSession(context, () => reader.cutOff());
      await followChanges(context, reader);
      unwatch();
      leave();
    });
  });
  return app;
}
