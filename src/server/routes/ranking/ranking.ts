import {
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking/ranking.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { readCategoryRanking, readRanking } from '#server/services/ranking/readRanking.ts';

export function rankingRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getDailyRanking, (context, { query }) => readRanking(context, 'daily', query));
  serve(app, getWeeklyRanking, (context, { query }) => readRanking(context, 'weekly', query));
  serve(app, getMonthlyRanking, (context, { query }) => readRanking(context, 'monthly', query));
  serve(app, getCategoryRanking, (context, { query }) => readCategoryRanking(context, query));
  return app;
}
