import * as endpoints from '#contract/orders/orders.ts';
import * as receiptEndpoints from '#contract/orders/receipts.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { refundRoutes } from '#server/routes/orders/refunds.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { putBilling } from '#server/services/account/putBilling.ts';
import { checkDiscount } from '#server/services/orders/discounts/checkDiscount.ts';
import { createOrder } from '#server/services/orders/checkout/createOrder.ts';
import { listOffers } from '#server/services/orders/checkout/listOffers.ts';
import { openCheckout } from '#server/services/orders/checkout/openCheckout.ts';
import {
  checkoutResponse,
  orderResponse,
  orderResponses,
} from '#server/services/orders/read/orderResponse.ts';
import { readReceipt } from '#server/services/orders/read/readReceipt.ts';
import { listOrders, readOrder } from '#server/services/orders/read/readOrder.ts';

export function orderRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.listOffers, async (context, { query }) => ({
    items: listOffers(context, query.product),
  }));
  serve(app, endpoints.checkDiscount, async (context, { body: { product, code } }) => {
    const { percentOff, items } = await checkDiscount(context, product, code);
    return { percent_off: percentOff, items };
  });
  serve(app, endpoints.createOrder, async (context, { body }) => {
    const { request_id: requestId, waiver: waives, ...requested } = body;
    return orderResponse(context, await createOrder(context, { requestId, waives, ...requested }));
  });
  serve(app, endpoints.listOrders, async (context, { query: { before, size } }) => {
    const orders = await listOrders(context, { before, size });
    return { items: await orderResponses(context, orders) };
  });
  serve(app, endpoints.getOrder, async (context, { params }) =>
    orderResponse(context, await readOrder(context, params.id)),
  );
  serve(app, endpoints.openCheckout, async (context, { params, body }, http) => {
    const { method, language = languageOf(http) } = body;
    return checkoutResponse(await openCheckout(context, { orderId: params.id, method, language }));
  });
  serve(app, receiptEndpoints.getReceipt, (context, { params }) => readReceipt(context, params.id));
  serve(app, receiptEndpoints.putBilling, (context, { body }) => putBilling(context, body));
  app.route('/', refundRoutes());
  return app;
}
