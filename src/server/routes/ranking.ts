import { getMonthlyRanking, getWeeklyRanking } from '#contract/ranking.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { timeMenu } from '#server/services/ranking/timeMenu.ts';

/** Time menus change once a day at the most. */
const cacheControl = 'public, max-age=300';

export function rankingRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getWeeklyRanking, async (context, { query }, http) => {
    http.header('cache-control', cacheControl);
    return {
      time_menu: await timeMenu(context, 'weekly', query.current_time),
      period: null,
      items: [],
    };
  });
  serve(app, getMonthlyRanking, async (context, { query }, http) => {
    http.header('cache-control', cacheControl);
    return {
      time_menu: await timeMenu(context, 'monthly', query.current_time),
      period: null,
      items: [],
    };
  });
  return app;
}
