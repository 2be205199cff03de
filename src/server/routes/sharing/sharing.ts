import * as endpoints from '#contract/sharing/sharing.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { uploadedFile } from '#server/routes/uploadedFile.ts';
import { getSharing } from '#server/services/sharing/getSharing.ts';
import { sendPost } from '#server/services/sharing/sendPost.ts';

export function sharingRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.getSharing, (context) => getSharing(context));
  serve(app, endpoints.sendSharedLink, async (context, { body }, http) => {
    const { link, language = languageOf(http) } = body;
    await sendPost(context, { link, language });
    return getSharing(context);
  });
  serve(app, endpoints.sendScreenshot, async (context, { query }, http) => {
    const screenshot = uploadedFile(http);
    const { link, language = languageOf(http) } = query;
    await sendPost(context, { link, language, screenshot });
    return getSharing(context);
  });
  return app;
}
