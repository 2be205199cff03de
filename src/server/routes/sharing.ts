import { getSharing, sendScreenshot, sendSharedLink } from '#contract/sharing.ts';
import { AppError } from '#server/errors.ts';
import { announcedLength } from '#server/routes/announcedLength.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getSharing as get } from '#server/services/sharing/getSharing.ts';
import { sendPost } from '#server/services/sharing/sendPost.ts';

export function sharingRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getSharing, (context) => get(context));
  serve(app, sendSharedLink, async (context, { body }, http) => {
    const { link, language = languageOf(http) } = body;
    await sendPost(context, { link, language });
    return get(context);
  });
  serve(app, sendScreenshot, async (context, { query }, http) => {
    const { body } = http.req.raw;
    if (body === null) {
      throw new AppError('invalid_input', 'The body must be the file', { place: 'body' });
    }
    const { link, language = languageOf(http) } = query;
    const screenshot = { body, announced: announcedLength(http) };
    await sendPost(context, { link, language, screenshot });
    return get(context);
  });
  return app;
}
