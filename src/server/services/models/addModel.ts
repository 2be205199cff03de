import { and, eq, isNull, sql } from 'drizzle-orm';
import { findShippedModel } from '#domain/models.ts';
import { modelLimits } from '#domain/modelSettings.ts';
import type { Database } from '#server/db/connect.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { type ModelChange, invalid, line, readChange } from '#server/services/models/readChange.ts';
import { recordPrice, withdrawPrices } from '#server/services/models/recordPrice.ts';
import { type ServedModel, servedModels } from '#server/services/models/readSettings.ts';
import type { ChosenUpstream } from '#server/services/models/setModel.ts';
import { lockSettings, offeredModel, unknownModel } from '#server/services/models/storeSetting.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** Adds a text model. Throws `invalid_input`, or `conflict` if there is one with this id. */
export async function addModel(
  database: Database,
  id: string,
  change: ModelChange & { title: string; group: string; price: number },
  { provider, upstream }: ChosenUpstream,
): Promise<ServedModel> {
  if (!modelLimits.id.test(id)) {
    throw invalid(
      `“${id}” is no id: it stands in addresses, so small letters, digits, dots, hyphens and underscores, at most 80`,
    );
  }
  const columns = {
    maxInputTokens: 100_000,
    maxOutputTokens: 8_000,
    ...readChange(change, null),
    provider,
    upstream: line('The upstream model', upstream, modelLimits.upstream),
  };
  return database.transaction(async (transaction) => {
    const settings = await lockSettings(transaction);
    if (settings.some((setting) => setting.id === id) || findShippedModel(id)) {
      throw new AppError('conflict', `There is a model ${id} already: dolores models set`);
    }
    const added = servedModels(settings).filter(({ shipped }) => !shipped).length;
    if (added >= modelLimits.added) {
      throw invalid(`At most ${modelLimits.added} models can be added`);
    }
    await transaction.insert(modelSetting).values({ id, ...columns });
    await recordPrice(transaction, id, change.price, 'models.add');
    await writeAudit(transaction, 'models.add', id, columns);
    return offeredModel(transaction, id);
  });
}

/** Removes an added model. Throws `unknown_model`, or `conflict` if it is still needed. */
export async function removeModel(database: Database, id: string): Promise<void> {
  if (findShippedModel(id)) {
    throw new AppError('conflict', `${id} comes with the product: dolores models hide ${id}`);
  }
  await database.transaction(async (transaction) => {
    await lockSettings(transaction);
    const [used] = await transaction
      .select({ gpts: sql<number>`count(*)::int` })
      .from(gpt)
      .where(and(eq(gpt.model, id), isNull(gpt.removed)));
    if (used && used.gpts > 0) {
      throw new AppError(
        'conflict',
        `GPTs that ${id} answers for: ${used.gpts}. Give them another one (dolores gpts edit --set model=…), or hide it`,
      );
    }
    const [removed] = await transaction
      .delete(modelSetting)
      .where(eq(modelSetting.id, id))
      .returning();
    if (!removed) throw unknownModel(id);
    await withdrawPrices(transaction, id);
    const { updated: _, ...was } = removed;
    await writeAudit(transaction, 'models.remove', id, { was });
  });
}
