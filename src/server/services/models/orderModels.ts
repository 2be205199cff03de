import { sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { invalid } from '#server/inputChecks.ts';
import { servedModels } from '#server/services/models/readSettings.ts';
import { lockSettings, storeSetting, unknownModel } from '#server/services/models/storeSetting.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** Puts these models first; the others keep their shipped order. Throws `unknown_model`, `invalid_input`. */
export async function orderModels(
  { database }: CorePlatform,
  ids: readonly string[],
): Promise<void> {
  if (new Set(ids).size < ids.length) throw invalid('A model is named twice');
  await database.transaction(async (transaction) => {
    const known = servedModels(await lockSettings(transaction));
    const unknown = ids.find((id) => !known.some((model) => model.id === id));
    if (unknown !== undefined) throw unknownModel(unknown);
    await transaction
      .update(modelSetting)
      .set({ position: null })
      .where(sql`${modelSetting.position} is not null`);
    for (const [index, id] of ids.entries())
      await storeSetting(transaction, id, { position: index + 1 });
    await writeAudit(transaction, 'models.order', ids.join(' '), { ids });
  });
}
