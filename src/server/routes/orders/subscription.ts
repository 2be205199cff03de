import * as endpoints from '#contract/orders/subscription.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { orderResponse } from '#server/services/orders/read/orderResponse.ts';
import { cancelPlan } from '#server/services/orders/subscriptions/cancelPlan.ts';
import { changePlan } from '#server/services/orders/subscriptions/changePlan.ts';
import { openCardPage } from '#server/services/orders/subscriptions/openCardPage.ts';
import { payOpenBill } from '#server/services/orders/subscriptions/payOpenBill.ts';
import { readPlan, readPlanAndPreviews } from '#server/services/orders/subscriptions/readPlan.ts';
import { resumePlan } from '#server/services/orders/subscriptions/resumePlan.ts';

export function subscriptionRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.getSubscription, readPlanAndPreviews);
  serve(app, endpoints.cancelSubscription, async (context) => {
    await cancelPlan(context);
    return { plan: await readPlan(context) };
  });
  serve(app, endpoints.resumeSubscription, async (context) => {
    await resumePlan(context);
    return { plan: await readPlan(context) };
  });
  serve(app, endpoints.openCardPage, async (context, { body }) => ({
    url: await openCardPage(context, body.language),
  }));
  serve(app, endpoints.payOpenBill, async (context) => {
    const outcome = await payOpenBill(context);
    return { declined: outcome === 'declined', plan: await readPlan(context) };
  });
  serve(app, endpoints.changeSubscription, async (context, { body }) => {
    const { request_id: requestId, waiver: waives, product, amount } = body;
    const order = await changePlan(context, { requestId, product, amount, waives });
    return {
      order: order === undefined ? null : await orderResponse(context, order),
      plan: await readPlan(context),
    };
  });
  return app;
}
