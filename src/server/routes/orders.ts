import { createOrder, getOrder, listOffers, listOrders, openCheckout } from '#contract/orders.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { createOrder as create } from '#server/services/orders/createOrder.ts';
import { listOffers as offers } from '#server/services/orders/listOffers.ts';
import { openCheckout as open } from '#server/services/orders/openCheckout.ts';
import { checkoutAnswer, orderAnswer } from '#server/services/orders/orderAnswer.ts';
import { listOrders as list, readOrder } from '#server/services/orders/readOrder.ts';

export function orderRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listOffers, async (context, { query }) => ({
    items: offers(context, query.product),
  }));
  serve(app, createOrder, async (context, { body }) => {
    const { request_id: requestId, waiver: waives, ...wanted } = body;
    return orderAnswer(context, await create(context, { requestId, waives, ...wanted }));
  });
  serve(app, listOrders, async (context, { query: { before, size } }) => {
    const orders = await list(context, { before: before ? new Date(before) : undefined, size });
    return { items: orders.map((order) => orderAnswer(context, order)) };
  });
  serve(app, getOrder, async (context, { params }) =>
    orderAnswer(context, await readOrder(context, params.id)),
  );
  serve(app, openCheckout, async (context, { params, body }, http) => {
    const { method, language = languageOf(http) } = body;
    return checkoutAnswer(await open(context, { orderId: params.id, method, language }));
  });
  return app;
}
