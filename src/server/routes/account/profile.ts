import * as endpoints from '#contract/account/profile.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { uploadedFile } from '#server/routes/uploadedFile.ts';
import { changeAccount } from '#server/services/account/changeAccount.ts';
import { getPicture } from '#server/services/account/getPicture.ts';
import { deletePicture, putPicture } from '#server/services/account/putPicture.ts';

export function profileRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.changeAccount, (context, { body }) => changeAccount(context, body));
  serve(app, endpoints.putPicture, async (context, { query }, http) =>
    putPicture(context, { ...uploadedFile(http), position: query.position ?? 0.5 }),
  );
  serve(app, endpoints.deletePicture, (context) => deletePicture(context));
  serve(app, endpoints.getPicture, async (context, { params }) => {
    const content = await getPicture(context, params.id);
    return new Response(content.stream(), {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(content.size),
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        // A new picture gets a new address. `vary`, so that another user of the same browser does not get it from the cache.
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'cookie',
      },
    });
  });
  return app;
}
