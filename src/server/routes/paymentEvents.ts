import { receivePaymentEvent } from '#contract/orders.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { receiveEvent } from '#server/services/orders/receiveEvent.ts';

/** Messages of payment providers: their calls need no page of ours, but a signature. */
export function paymentEventRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, receivePaymentEvent, async (context, { params }, http) => {
    // The bytes as they came: a signature is of these.
    const body = new Uint8Array(await http.req.arrayBuffer());
    const { stored } = await receiveEvent(context, params.method, body, http.req.raw.headers);
    return { outcome: stored ? ('stored' as const) : ('repeated' as const) };
  });
  return app;
}
