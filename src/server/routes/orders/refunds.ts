import { getRefund, requestRefund } from '#contract/orders/refunds.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { readRefundOffer, refundOrder } from '#server/services/orders/refunds/refundOrder.ts';
import {
  refundOfferResponse,
  refundResponses,
} from '#server/services/orders/refunds/refundResponse.ts';
import { refundsOf } from '#server/services/orders/refunds/refund.ts';

export function refundRoutes(): RouteApp {
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
