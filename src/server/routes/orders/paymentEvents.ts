import { receivePaymentEvent } from '#contract/orders/orders.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { readSignedBody } from '#server/routes/signedBody.ts';
import { receiveEvent } from '#server/services/orders/events/receiveEvent.ts';

/** Webhooks of payment providers. They are exempt from the check of the origin, because they are signed. */
export function paymentEventRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, receivePaymentEvent, async (context, { params }, http) => {
    const { stored } = await receiveEvent(context, params.method, {
      headers: http.req.raw.headers,
      readBody: () => readSignedBody(http),
    });
    return { outcome: stored ? ('stored' as const) : ('repeated' as const) };
  });
  return app;
}
