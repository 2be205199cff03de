import { changeAccount, deletePicture, getPicture, putPicture } from '#contract/profile.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { announcedLength } from '#server/routes/announcedLength.ts';
import { changeAccount as change } from '#server/services/account/changeAccount.ts';
import { getPicture as findPicture } from '#server/services/account/getPicture.ts';
import {
  deletePicture as removePicture,
  putPicture as keepPicture,
} from '#server/services/account/putPicture.ts';

export function profileRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, changeAccount, (context, { body }) => change(context, body));
  serve(app, putPicture, (context, { query }, http) => {
    const { body } = http.req.raw;
    if (body === null) {
      throw new AppError('invalid_input', 'The body must be the file', { place: 'body' });
    }
    const announced = announcedLength(http);
    return keepPicture(context, { body, announced, position: query.position ?? 0.5 });
  });
  serve(app, deletePicture, (context) => removePicture(context));
  serve(app, getPicture, async (context, { params }) => {
    const content = await findPicture(context, params.id);
    return new Response(content.stream(), {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(content.size),
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        // Another picture has another address; another user of the same browser must not find it.
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'cookie',
      },
    });
  });
  return app;
}
