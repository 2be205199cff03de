import * as endpoints from '#contract/product/product.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getProduct } from '#server/services/account/getProduct.ts';
import { redeemCode } from '#server/services/product/redeemCode.ts';

export function productRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.getProduct, (context) => getProduct(context));
  serve(app, endpoints.redeemCode, (context, { query }, http) =>
    redeemCode(context, query.code, languageOf(http, query.lang)),
  );
  return app;
}
