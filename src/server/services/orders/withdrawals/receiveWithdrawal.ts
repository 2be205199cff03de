import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import { normaliseEmail } from '#domain/login/login.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { type WithdrawalFields, readOrderNumber } from '#domain/orders/withdrawals.ts';
import type { Context } from '#server/context.ts';
import { enqueueTask } from '#server/db/jobs.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { orderWithdrawal } from '#server/db/schema/refunds.ts';
import { AppError } from '#server/errors.ts';
import { orderLimits } from '#server/services/limits/limits.ts';
import { networkUses, takePoints } from '#server/services/limits/takePoints.ts';
import { withdrawalsTask } from '#server/services/orders/taskNames.ts';

/**
 * Stores a declaration of withdrawal from anyone who names an order and the address of its account. A job does the
 * rest and mails that address only, so the response is the same when there is no such order. Returns the time of
 * receipt. Throws `not_found` when the law of the seller's country gives no such right, and `too_many_requests`.
 */
export async function receiveWithdrawal(
  context: Context,
  { number, email, name }: WithdrawalFields,
  language: Language,
): Promise<Date> {
  const { database, config, actor, now } = context;
  if (!hasWithdrawal(config.operator.sellerCountry)) {
    throw new AppError('not_found', 'This site has no form for withdrawals');
  }
  await takePoints(context, networkUses(orderLimits.withdrawal, actor.address));
  const received = now();
  const [order] = await database.query
    .select({ orderId: paymentOrder.id, userId: paymentOrder.userId })
    .from(paymentOrder)
    .innerJoin(appUser, eq(appUser.id, paymentOrder.userId))
    .where(
      and(
        eq(appUser.email, normaliseEmail(email)),
        isNotNull(paymentOrder.paid),
        sql`replace(${paymentOrder.id}::text, '-', '') like ${`${readOrderNumber(number) ?? '-'}%`}`,
      ),
    );
  if (order) {
    const row = { ...order, name: name.trim(), language, received };
    await database.query.insert(orderWithdrawal).values(row).onConflictDoNothing();
  }
  await enqueueTask(database.query, withdrawalsTask);
  return received;
}
