import {
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking/ranking.ts';
import { getRankingFile, getRankingRecord } from '#contract/ranking/rankingRecord.ts';
import { compress } from '#server/routes/compress.ts';
import { publicRead } from '#server/routes/publicRead.ts';
import { type RouteApp, type RouteContext, newRouteApp, serve } from '#server/routes/serve.ts';
import { readCategoryRanking, readRanking } from '#server/services/ranking/readRanking.ts';
import { readRecordFile, readRecordText } from '#server/services/ranking/readRecordFile.ts';
import { negotiateEncoding } from '#server/services/serving/negotiateEncoding.ts';

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
  serve(app, getRankingRecord, (context, { params }) =>
    publicRead(context, (reading) => readRecordFile(reading, params)),
  );
  serve(app, getRankingFile, async (context, { params }, http) => {
    const text = await publicRead(context, (reading) => readRecordText(reading, params));
    return sendText(http, text);
  });
  return app;
}

/** Sends JSON as it is stored, because its hash is of these bytes. A day of a large site is hundreds of kilobytes. */
async function sendText(http: RouteContext, text: string): Promise<Response> {
  http.header('content-type', 'application/json; charset=utf-8');
  http.header('vary', 'Accept-Encoding');
  const encoding = negotiateEncoding(http.req.header('accept-encoding'));
  if (encoding === 'identity') return http.body(text);
  http.header('content-encoding', encoding);
  return http.body(new Uint8Array(await compress[encoding](text)));
}
