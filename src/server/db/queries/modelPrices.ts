import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { modelSetting } from '#server/db/schema/chat.ts';

/* Raw, because prices are marked as applied and moved into the settings of their models in one statement. */

/** Moves prices whose moment has passed into `model_setting`, the last one of each model. Returns these models. */
export async function storeDuePrices(transaction: Executor): Promise<string[]> {
  const stored = await transaction.execute(sql`
    with due as (
      update model_price set applied = now()
      where applied is null and withdrawn is null and starts <= now()
      returning id, model, price, starts)
    insert into model_setting (id, price)
    select distinct on (model) model, price from due order by model, starts desc, id desc
    on conflict (id) do update set price = excluded.price, updated = now()
    returning id`);
  const rows = parseRows({ id: modelSetting.id }, stored.rows);
  return rows.map(({ id }) => id);
}
