import {
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking/ranking.ts';
import { publicRead } from '#server/routes/publicRead.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { readCategoryRanking, readRanking } from '#server/services/ranking/readRanking.ts';

const ranges = [
  ['daily', getDailyRanking],
  ['weekly', getWeeklyRanking],
  ['monthly', getMonthlyRanking],
] as const;

export function rankingRoutes(): RouteApp {
  const app = newRouteApp();
  for (const [range, endpoint] of ranges) {
    serve(app, endpoint, (context, { query }) =>
      publicRead(context, (reading) => readRanking(reading, range, query)),
    );
  }
  serve(app, getCategoryRanking, (context, { query }) =>
    publicRead(context, (reading) => readCategoryRanking(reading, query)),
  );
  return app;
}
