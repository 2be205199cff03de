import * as endpoints from '#contract/reviews/reviews.ts';
import { publicRead } from '#server/routes/publicRead.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { deleteReview } from '#server/services/reviews/deleteReview.ts';
import { getOwnReview } from '#server/services/reviews/getOwnReview.ts';
import { listReviews } from '#server/services/reviews/listReviews.ts';
import { putReview } from '#server/services/reviews/putReview.ts';
import { reportSubject } from '#server/services/reviews/reportSubject.ts';

export function reviewRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.listReviews, (context, { params, query }) =>
    publicRead(context, (reading) => listReviews(reading, params.id, query)),
  );
  serve(app, endpoints.getOwnReview, (context, { params }) => getOwnReview(context, params.id));
  serve(app, endpoints.putReview, (context, { params, body }) =>
    putReview(context, params.id, body),
  );
  serve(app, endpoints.deleteReview, (context, { params }) => deleteReview(context, params.id));
  serve(app, endpoints.reportGpt, (context, { params, body }) =>
    reportSubject(context, { type: 'gpt', id: params.id }, body),
  );
  serve(app, endpoints.reportReview, (context, { params, body }) =>
    reportSubject(context, { type: 'review', id: params.id }, body),
  );
  return app;
}
