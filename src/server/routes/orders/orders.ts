import * as endpoints from '#contract/orders/orders.ts';
import * as receiptEndpoints from '#contract/orders/receipts.ts';
import { languageOf } from '#server/routes/cookies.ts';
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
import { getRefund, requestRefund } from '#contract/orders/refunds.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { readRefundOffer, refundOrder } from '#server/services/orders/refunds/refundOrder.ts';
import {
  refundOfferResponse,
  refundResponses,
} from '#server/services/orders/refunds/refundResponse.ts';
import { refundsOf } from '#server/services/orders/refunds/refund.ts';

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

function refundRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getRefund, async (context, { params }) => {
    const { offer, currency } = await readRefundOffer(context, params.id);
    const refunds = await refundsOf(context.database.query, [params.id]);
    return {
      offer: refundOfferResponse(offer),
      currency,
      withdrawal: hasWithdrawal(context.config.operator.sellerCountry),
      items: await refundResponses(context, refunds),
    };
  });
  serve(app, requestRefund, async (context, { params, body }) => {
    const { request_id: requestId, amount } = body;
    const refund = await refundOrder(context, { orderId: params.id, requestId, amount });
    const [response] = await refundResponses(context, [refund]);
    if (!response) throw new Error('The refund has no response');
    return response;
  });
  return app;
}
