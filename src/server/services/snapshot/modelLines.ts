import { sql } from 'drizzle-orm';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { Executor } from '#server/db/connect.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { comingPrices } from '#server/services/models/readSettings.ts';

/** Yields the operator's changes to models, all or those among `ids`. */
export async function* modelLines(
  query: Executor,
  ids?: readonly string[],
): AsyncGenerator<SnapshotLine> {
  const rows = await query
    .select({ row: modelSetting, coming: comingPrices })
    .from(modelSetting)
    .where(ids && sql`${modelSetting.id} = any(${sql.param([...ids])}::text[])`)
    .orderBy(sql`${modelSetting.id} collate "C"`);
  for (const { row, coming } of rows) {
    yield {
      type: 'model',
      id: row.id,
      title: row.title,
      group: row.group,
      price: row.price,
      coming_prices: coming,
      max_input_tokens: row.maxInputTokens,
      step_tokens: row.stepTokens,
      max_output_tokens: row.maxOutputTokens,
      position: row.position,
      hidden: row.hidden,
      tips: row.tips,
      upstream: row.upstream,
    };
  }
}
