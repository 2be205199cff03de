import { and, eq, isNull, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { findShippedModel } from '#domain/models/models.ts';
import { modelLimits } from '#domain/models/modelSettings.ts';
import { longestStep } from '#domain/costs/priceCheck.ts';
import { priceByRule } from '#domain/costs/priceRule.ts';
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

/** The limits of a model for which the operator names none. */
const defaultTokens = { maxInputTokens: 100_000, maxOutputTokens: 8_000 };

/** The shortest step that is chosen for an added model. A model that needs a shorter one fails `prices check`. */
const leastStep = 1_000;

/**
 * Adds a text model. Without a step it gets the longest one with which a question stays within the bound of its price, if
 * the price of its upstream is known. Without a price the rule of shipped models sets price, step and longest answer.
 * Throws `invalid_input`, or `conflict` if there is one with this id.
 */
export async function addModel(
  { database }: CorePlatform,
  id: string,
  change: ModelChange & { title: string; group: string },
  { provider, upstream }: ChosenUpstream,
): Promise<ServedModel> {
  if (!modelLimits.id.test(id)) {
    throw invalid(
      `“${id}” is no id: it stands in addresses, so small letters, digits, dots, hyphens and underscores, at most 80`,
    );
  }
  const columns = {
    ...defaultTokens,
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
    const priced = await withPrice(transaction, change, columns);
    await transaction.insert(modelSetting).values({ id, ...priced });
    await recordPrice(transaction, id, priced.price, 'models.add');
    await writeAudit(transaction, 'models.add', id, priced);
    return offeredModel(transaction, id);
  });
}

type AddedColumns = Omit<typeof modelSetting.$inferInsert, 'id'>;

/** Returns the columns with the price and the step: the operator's, else chosen ones. */
async function withPrice<Columns extends AddedColumns>(
  transaction: Executor,
  change: ModelChange,
  columns: Columns,
): Promise<Columns & { price: number }> {
  const { provider, upstream } = columns;
  const maxInputTokens = columns.maxInputTokens ?? defaultTokens.maxInputTokens;
  const maxOutputTokens = columns.maxOutputTokens ?? defaultTokens.maxOutputTokens;
  const day = dayOf(new Date());
  const { prices } = await readCosts(transaction);
  const tokenPrice = tokenPriceOf(`${provider}/${upstream}`, day, prices);
  const { price } = change;
  if (price === undefined) {
    if (change.stepTokens !== undefined || change.maxOutputTokens !== undefined) {
      throw invalid('Without a price, the rule chooses the step and the longest answer, too');
    }
    if (tokenPrice) return { ...columns, ...priceByRule(tokenPrice, maxInputTokens, day) };
    throw invalid(
      `The price of ${provider}/${upstream} is unknown: name the credits, or dolores prices set`,
    );
  }
  if (change.stepTokens !== undefined || !tokenPrice) return { ...columns, price };
  const longest = longestStep({ price, maxOutputTokens }, tokenPrice, day) ?? leastStep;
  return { ...columns, price, stepTokens: Math.min(Math.max(longest, leastStep), maxInputTokens) };
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
