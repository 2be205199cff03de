import { receivePaymentEvent } from '#contract/orders.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { receiveEvent } from '#server/services/orders/receiveEvent.ts';

/** Webhooks of payment providers. They are exempt from the check of the origin, because they are signed. */
export function paymentEventRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, receivePaymentEvent, async (context, { params }, http) => {
    // The raw bytes, of which the signature is made.
    const body = new Uint8Array(await http.req.arrayBuffer());
    const { stored } = await receiveEvent(context, params.method, body, http.req.raw.headers);
    return { outcome: stored ? ('stored' as const) : ('repeated' as const) };
  });
  return app;
}
