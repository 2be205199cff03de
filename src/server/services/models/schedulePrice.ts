import { and, eq, isNull, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { modelPrice } from '#server/db/schema/modelPrices.ts';
import { AppError } from '#server/errors.ts';
import { invalid, reasonLine } from '#server/inputChecks.ts';
import { readChange } from '#server/services/models/readChange.ts';
import { type ServedModel, findServed } from '#server/services/models/readSettings.ts';
import {
  lockSettings,
  offeredModel,
  storeSetting,
  unknownModel,
} from '#server/services/models/storeSetting.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

const mostDaysAhead = 731;
export type PriceChange = { model: string; price: number; from: Date; reason: string };

/**
 * Sets the price of a model from a later time on. Earlier questions keep their price. Returns the model as it is
 * offered now, with its coming prices. Throws `unknown_model`, `invalid_input`, and `conflict` if another price begins
 * at that time.
 */
export async function schedulePrice(
  { database }: CorePlatform,
  { model, price, from, reason }: PriceChange,
): Promise<ServedModel> {
  readChange({ price }, null);
  const why = reasonLine(reason);
  const ahead = from.getTime() - Date.now();
  if (!(ahead > 0))
    throw invalid('A price must begin later than now: without --from it counts now');
  if (ahead > mostDaysAhead * 86_400_000) throw invalid('A price must begin within two years');
  return database.transaction(async (transaction) => {
    const now = await findModel(transaction, model);
    const stored = await transaction
      .insert(modelPrice)
      .values({ model, price, starts: from, reason: why })
      .onConflictDoNothing()
      .returning({ id: modelPrice.id });
    if (stored.length === 0) {
      throw new AppError(
        'conflict',
        `${model} has a price from that moment already: cancel it first`,
      );
    }
    // Updates the row of the model, which servers and the snapshot of the site follow.
    await storeSetting(transaction, model, {});
    const details = { price, from: from.toISOString(), reason: why, was: now.price };
    await writeAudit(transaction, 'models.price', model, details);
    return offeredModel(transaction, model);
  });
}

/** Withdraws a coming price. Throws `unknown_model`, and `conflict` if there is none. */
export async function cancelPrice(
  { database }: CorePlatform,
  { model, from, reason }: Omit<PriceChange, 'price'>,
): Promise<ServedModel> {
  const why = reasonLine(reason);
  return database.transaction(async (transaction) => {
    await findModel(transaction, model);
    const { applied, withdrawn, starts } = modelPrice;
    const [cancelled] = await transaction
      .update(modelPrice)
      .set({ withdrawn: sql`now()` })
      .where(and(eq(modelPrice.model, model), eq(starts, from), isNull(applied), isNull(withdrawn)))
      .returning({ price: modelPrice.price });
    if (!cancelled) throw new AppError('conflict', `${model} has no price that begins then`);
    await storeSetting(transaction, model, {});
    const details = { ...cancelled, from: from.toISOString(), reason: why };
    await writeAudit(transaction, 'models.cancel_price', model, details);
    return offeredModel(transaction, model);
  });
}

async function findModel(transaction: Executor, id: string): Promise<ServedModel> {
  const model = findServed(await lockSettings(transaction), id);
  if (!model) throw unknownModel(id);
  return model;
}
