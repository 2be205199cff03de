import { and, eq, isNull, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { findShippedModel } from '#domain/models/models.ts';
import { modelLimits } from '#domain/models/modelSettings.ts';
import { longestStep } from '#domain/costs/priceCheck.ts';
import { tokenPriceOf } from '#domain/costs/upstreamPrices.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { invalid, line } from '#server/inputChecks.ts';
import { readCosts } from '#server/services/upstreamPrices/readCosts.ts';
import { type ModelChange, readChange } from '#server/services/models/readChange.ts';
import { recordPrice, withdrawPrices } from '#server/services/models/recordPrice.ts';
import { type ServedModel, servedModels } from '#server/services/models/readSettings.ts';
import type { ChosenUpstream } from '#server/services/models/setModel.ts';
import { lockSettings, offeredModel, unknownModel } from '#server/services/models/storeSetting.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** The shortest step that is chosen for an added model. A model that needs a shorter one fails `prices check`. */
const leastStep = 1_000;

/**
 * Adds a text model. Without a step it gets the longest one with which a question stays within the bound of its price, if
 * the price of its upstream is known. Throws `invalid_input`, or `conflict` if there is one with this id.
 */
export async function addModel(
  { database }: CorePlatform,
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
    const stepTokens = columns.stepTokens ?? (await chooseStep(transaction, change.price, columns));
    await transaction.insert(modelSetting).values({ id, ...columns, stepTokens });
    await recordPrice(transaction, id, change.price, 'models.add');
    await writeAudit(transaction, 'models.add', id, { ...columns, stepTokens });
    return offeredModel(transaction, id);
  });
}

async function chooseStep(
  transaction: Executor,
  price: number,
  {
    provider,
    upstream,
    maxInputTokens,
    maxOutputTokens,
  }: Omit<typeof modelSetting.$inferInsert, 'id'>,
): Promise<number | null> {
  const day = dayOf(new Date());
  const { prices } = await readCosts(transaction);
  const tokenPrice = tokenPriceOf(`${provider}/${upstream}`, day, prices);
  if (!tokenPrice || !maxInputTokens || !maxOutputTokens) return null;
  const longest = longestStep({ price, maxOutputTokens }, tokenPrice, day) ?? leastStep;
  return Math.min(Math.max(longest, leastStep), maxInputTokens);
}

/** Removes an added model. Throws `unknown_model`, or `conflict` if it is still needed. */
export async function removeModel({ database }: CorePlatform, id: string): Promise<void> {
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
