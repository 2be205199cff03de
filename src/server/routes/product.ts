import { getProduct, redeemCode } from '#contract/product.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getProduct as findProduct } from '#server/services/account/getProduct.ts';
import { redeemCode as redeem } from '#server/services/product/redeemCode.ts';

export function productRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getProduct, (context) => findProduct(context));
  serve(app, redeemCode, (context, { query }, http) =>
    redeem(context, query.code, languageOf(http, query.lang)),
  );
  return app;
}
