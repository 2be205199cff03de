import { eq } from 'drizzle-orm';
import { findShippedModel } from '#domain/models/models.ts';
import { modelLimits } from '#domain/models/modelSettings.ts';
import { type UpstreamProvider, offersKind } from '#domain/models/providers.ts';
import type { CorePlatform } from '#server/context.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { invalid, line } from '#server/inputChecks.ts';
import { type ModelChange, readChange } from '#server/services/models/readChange.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import { recordPrice, withdrawPrices } from '#server/services/models/recordPrice.ts';
import { alterSetting, lockSettings, offeredModel } from '#server/services/models/storeSetting.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

export type ChosenUpstream = { provider: UpstreamProvider; upstream: string };

/** Changes the settings of a model. Returns the changed model. Throws `unknown_model` and `invalid_input`. */
export async function setModel(
  platform: CorePlatform,
  id: string,
  change: ModelChange,
  reason?: string,
): Promise<ServedModel> {
  if (change.group !== undefined && findShippedModel(id)) {
    throw invalid(
      `${id} comes with the product and stays in its group: addresses lead to it there`,
    );
  }
  return alterSetting(
    platform,
    'models.set',
    id,
    (stored) => readChange(change, stored?.tips ?? null),
    reason,
  );
}

/** Hides or shows a model. Throws `unknown_model`, or `conflict` if nothing changes. */
export async function hideModel(
  platform: CorePlatform,
  id: string,
  hidden: boolean,
): Promise<ServedModel> {
  return alterSetting(platform, hidden ? 'models.hide' : 'models.show', id, (stored) => {
    if ((stored?.hidden ?? false) !== hidden) return { hidden };
    throw new AppError('conflict', `${id} is ${hidden ? 'hidden' : 'shown'} already`);
  });
}

/**
 * Chooses a model's upstream; `undefined` for the default. Throws `unknown_model`, and `invalid_input` for a provider that
 * has no models of this kind.
 */
export async function mapModel(
  platform: CorePlatform,
  id: string,
  chosen: ChosenUpstream | undefined,
): Promise<ServedModel> {
  const shipped = findShippedModel(id);
  const kind = shipped?.kind ?? 'text';
  if (chosen && !offersKind(chosen.provider, kind)) {
    throw invalid(`${chosen.provider} has no models for ${id}, which is of the kind ${kind}`);
  }
  if (!shipped && !chosen) throw invalid(`${id} was added here: nothing else is known to answer`);
  const name = chosen && line('The upstream model', chosen.upstream, modelLimits.upstream);
  const columns = { provider: chosen?.provider ?? null, upstream: name ?? null };
  return alterSetting(platform, 'models.map', id, () => columns);
}

/** Reverts all changes of a shipped model. Throws `unknown_model`, or `conflict` if there are none. */
export async function resetModel({ database }: CorePlatform, id: string): Promise<ServedModel> {
  const shipped = findShippedModel(id);
  if (!shipped) {
    throw new AppError('conflict', `${id} does not come with the product: dolores models remove`);
  }
  return database.transaction(async (transaction) => {
    const stored = (await lockSettings(transaction)).find((setting) => setting.id === id);
    const [was] = await transaction.delete(modelSetting).where(eq(modelSetting.id, id)).returning();
    if (!was) throw new AppError('conflict', `${id} is as it is shipped`);
    const { updated: _, ...columns } = was;
    await withdrawPrices(transaction, id);
    if (was.price !== null) await recordPrice(transaction, id, shipped.price, 'models.reset');
    await writeAudit(transaction, 'models.reset', id, {
      was: { ...columns, coming: stored?.coming ?? [] },
    });
    return offeredModel(transaction, id);
  });
}
