import type { CancellationKind } from '#domain/orders/cancellation.ts';
import type { Language } from '#domain/languages/languages.ts';
import { normaliseEmail } from '#domain/login/login.ts';
import { needsCancelButton } from '#domain/orders/sellerLaw.ts';
import type { Context } from '#server/context.ts';
import { enqueueTask } from '#server/db/jobs.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { AppError } from '#server/errors.ts';
import { cancellationLimits } from '#server/services/limits/limits.ts';
import { networkUses, takePoints } from '#server/services/limits/takePoints.ts';
import { cancellationsTask } from '#server/services/orders/taskNames.ts';

export type NewCancellation = {
  email: string;
  kind: CancellationKind;
  reason: string;
  contract: string;
  wanted: Date | null;
  language: Language;
};

/**
 * Stores a cancellation from the public form, for a job that applies it and mails the receipt. Only that job looks up
 * the account of the address, so neither the response nor its time reveals whether there is one. Returns the time of
 * receipt. Throws `not_found` when the law of the seller's country requires no such form, and `too_many_requests`.
 */
export async function storeCancellation(
  context: Context,
  { email, kind, reason, contract, wanted, language }: NewCancellation,
): Promise<Date> {
  const { actor, config, database, now } = context;
  if (!needsCancelButton(config.operator.sellerCountry)) {
    throw new AppError('not_found', 'This site has no form for cancellations');
  }
  await takePoints(context, [
    ...networkUses(cancellationLimits.network, actor.address),
    { limit: cancellationLimits.address, by: normaliseEmail(email) },
    { limit: cancellationLimits.all, by: 'all' },
  ]);
  const received = now();
  await database.transaction(async (transaction) => {
    await transaction.insert(planCancellation).values({
      email: email.trim(),
      kind,
      reason: kind === 'cause' ? reason.trim() : null,
      contract: contract.trim() || null,
      wanted,
      language,
      received,
    });
    await enqueueTask(transaction, cancellationsTask);
  });
  return received;
}
