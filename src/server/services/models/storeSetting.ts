import { sql } from 'drizzle-orm';
import { findShippedModel } from '#domain/models/models.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockTable } from '#server/db/locks.ts';
import { storeDuePrices } from '#server/db/queries/modelPrices.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { invalid } from '#server/inputChecks.ts';
import {
  type ServedModel,
  type SettingRow,
  type StoredSetting,
  findServed,
  readSettings,
} from '#server/services/models/readSettings.ts';
import { recordPrice } from '#server/services/models/recordPrice.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

type Columns = Partial<Omit<SettingRow, 'id' | 'updated'>>;

/** Changes one model and records the change and the old values in the audit log. */
export async function alterSetting(
  { database }: CorePlatform,
  action: string,
  id: string,
  change: (stored: StoredSetting | undefined) => Columns,
  reason?: string,
): Promise<ServedModel> {
  return database.transaction(async (transaction) => {
    const settings = await lockSettings(transaction);
    const stored = settings.find((setting) => setting.id === id);
    if (!stored && !findShippedModel(id)) throw unknownModel(id);
    const columns = change(stored);
    if (Object.keys(columns).length === 0) throw invalid('Nothing is said that could be changed');
    const names = Object.keys(columns) as (keyof Columns)[];
    const was = Object.fromEntries(names.map((name) => [name, stored?.[name] ?? null]));
    await storeSetting(transaction, id, columns);
    if (typeof columns.price === 'number')
      await recordPrice(transaction, id, columns.price, reason ?? action);
    await writeAudit(transaction, action, id, { set: columns, was, ...(reason && { reason }) });
    return offeredModel(transaction, id);
  });
}

/** Stores columns of a model; other columns stay. */
export async function storeSetting(
  transaction: Executor,
  id: string,
  columns: Columns,
): Promise<void> {
  const changed = { ...columns, updated: sql`now()` };
  await transaction
    .insert(modelSetting)
    .values({ id, ...columns })
    .onConflictDoUpdate({ target: modelSetting.id, set: changed });
}

/**
 * Locks the settings, so that changes are serialised. Readers do not wait. Due prices are stored first, so that they do
 * not overwrite this change later. Returns the settings.
 */
export async function lockSettings(transaction: Executor): Promise<StoredSetting[]> {
  await lockTable(transaction, modelSetting);
  await storeDuePrices(transaction);
  return readSettings(transaction);
}

/** Returns a model as it is offered now. Throws `unknown_model`. */
export async function offeredModel(query: Executor, id: string): Promise<ServedModel> {
  const model = findServed(await readSettings(query), id);
  if (!model) throw unknownModel(id);
  return model;
}

export function unknownModel(id: string): AppError {
  return new AppError('unknown_model', `There is no model ${id}: dolores models list`);
}
