import {
  checkDiscount,
  createOrder,
  getOrder,
  listOffers,
  listOrders,
  openCheckout,
} from '#contract/orders.ts';
import { getReceipt, putBilling } from '#contract/receipts.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { refundRoutes } from '#server/routes/refunds.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { putBilling as keepBilling } from '#server/services/account/putBilling.ts';
import { checkDiscount as check } from '#server/services/discounts/checkDiscount.ts';
import { createOrder as create } from '#server/services/orders/createOrder.ts';
import { listOffers as offers } from '#server/services/orders/listOffers.ts';
import { openCheckout as open } from '#server/services/orders/openCheckout.ts';
import { checkoutAnswer, orderAnswer, orderAnswers } from '#server/services/orders/orderAnswer.ts';
import { readReceipt } from '#server/services/orders/readReceipt.ts';
import { listOrders as list, readOrder } from '#server/services/orders/readOrder.ts';

export function orderRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listOffers, async (context, { query }) => ({
    items: offers(context, query.product),
  }));
  serve(app, checkDiscount, async (context, { body: { product, code } }) => {
    const { percentOff, items } = await check(context, product, code);
    return { percent_off: percentOff, items };
  });
  serve(app, createOrder, async (context, { body }) => {
    const { request_id: requestId, waiver: waives, ...wanted } = body;
    return orderAnswer(context, await create(context, { requestId, waives, ...wanted }));
  });
  serve(app, listOrders, async (context, { query: { before, size } }) => {
    const orders = await list(context, { before, size });
    return { items: await orderAnswers(context, orders) };
  });
  serve(app, getOrder, async (context, { params }) =>
    orderAnswer(context, await readOrder(context, params.id)),
  );
  serve(app, openCheckout, async (context, { params, body }, http) => {
    const { method, language = languageOf(http) } = body;
    return checkoutAnswer(await open(context, { orderId: params.id, method, language }));
  });
  serve(app, getReceipt, (context, { params }) => readReceipt(context, params.id));
  serve(app, putBilling, (context, { body }) => keepBilling(context, body));
  app.route('/', refundRoutes());
  return app;
}
