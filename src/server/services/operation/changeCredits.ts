import { and, eq, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { creditBalance, creditLot, ledgerEntry } from '#server/db/schema/credits.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { AppError } from '#server/errors.ts';
import { findUserByEmail } from '#server/services/users/findUser.ts';
import { adjustCredits } from '#server/services/credits/adjust.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { refundCredits } from '#server/services/credits/refund.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** An operator's change of a user's credits. */
export type CreditChange = {
  email: string;
  /** The idempotency key, for each verb. */
  id: string;
  /** The operator's reason, for the audit row. */
  reason: string;
} & (
  | { verb: 'grant' | 'adjust'; amount: number }
  /** `amount` is the total of the order's credits to take back. */
  | { verb: 'refund'; amount: number; orderId: string }
);

export type ChangedCredits = {
  /** Whether this call changed them, and not an earlier one with the same id. */
  isNew: boolean;
  /** The change of the balance and of frozen credits together. */
  changed: number;
  /** The credits that a refund could not take: spent, expired or held. */
  missing: number;
  available: number;
};

/** The most credits that one command changes. */
export const mostChangedCredits = 1_000_000;

/**
 * Grants, corrects or takes back credits for an operator, once for each verb and id, and writes an audit row. Throws
 * `not_found` for an address without an account and for an order that granted it no credits; `invalid_input` when the
 * id was used for another account, amount or order, or when the user has fewer credits to spend than are to be taken.
 */
export async function changeCredits(
  { database, now }: CorePlatform,
  change: CreditChange,
): Promise<ChangedCredits> {
  return database.transaction(async (transaction) => {
    const user = await findUserByEmail(transaction, change.email);
    if (!user) throw new AppError('not_found', 'There is no account with this address');
    const userId = user.id;
    await lockBalance(transaction, userId);
    const before = await findEntry(transaction, change);
    if (before && before.userId !== userId) {
      throw new AppError('invalid_input', 'id: was used for another account');
    }
    if (before) await refuseOtherAmount(transaction, userId, change);
    const missing = before ? 0 : await postChange(transaction, userId, change, now());
    const entry = before ?? (await findEntry(transaction, change));
    const { verb, reason, id, amount } = change;
    if (!before) {
      const order = change.verb === 'refund' ? { order: change.orderId } : {};
      await writeAudit(transaction, `credits.${verb}`, userId, { amount, reason, id, ...order });
    }
    const balance = await findRow(transaction, creditBalance, eq(creditBalance.userId, userId));
    const changed = (entry?.balanceChange ?? 0) + (entry?.frozenChange ?? 0);
    return { isNew: !before, changed, missing, available: balance?.available ?? 0 };
  });
}

/** Throws when the id was used for another amount or order: the operator may believe that this change was made. */
async function refuseOtherAmount(
  transaction: Executor,
  userId: string,
  change: CreditChange,
): Promise<void> {
  const { verb, id, amount } = change;
  const [done] = await transaction
    .select({ details: auditEntry.details })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.action, `credits.${verb}`),
        eq(auditEntry.subject, userId),
        sql`${auditEntry.details}->>'id' = ${id}`,
      ),
    );
  const before = (done?.details ?? {}) as { amount?: number; order?: string };
  if (before.amount !== undefined && before.amount !== amount) {
    const rule = `was used for ${before.amount} credits; nothing was changed`;
    throw new AppError('invalid_input', `id: ${rule}`);
  }
  if (change.verb === 'refund' && before.order !== undefined && before.order !== change.orderId) {
    throw new AppError('invalid_input', 'id: was used for another order; nothing was changed');
  }
}

async function findEntry(transaction: Executor, { verb, id }: CreditChange) {
  return findRow(
    transaction,
    ledgerEntry,
    and(
      eq(ledgerEntry.kind, verb),
      eq(ledgerEntry.sourceType, 'operator'),
      eq(ledgerEntry.sourceId, id),
    ),
  );
}

/** Posts the change. Returns the credits that a refund could not take. */
async function postChange(
  transaction: Executor,
  userId: string,
  change: CreditChange,
  now: Date,
): Promise<number> {
  const { amount } = change;
  const source = { type: 'operator', id: change.id } as const;
  switch (change.verb) {
    case 'grant': {
      await grantCredits(transaction, { userId, amount, source, reason: 'operator_granted' });
      return 0;
    }
    case 'adjust': {
      const adjustment = { userId, amount, source, reason: 'operator_adjusted', now };
      await adjustCredits(transaction, adjustment);
      return 0;
    }
    case 'refund': {
      const origin = { type: 'order', id: change.orderId } as const;
      await refuseUnknownOrder(transaction, userId, change.orderId);
      const refund = { userId, source, origin, total: amount, reason: 'payment_refunded', now };
      const refunded = await refundCredits(transaction, refund);
      if (refunded) return refunded.missing;
      const rule = `refunds have asked for ${amount} or more credits of this order already`;
      throw new AppError('invalid_input', `amount: ${rule}`);
    }
  }
}

async function refuseUnknownOrder(
  transaction: Executor,
  userId: string,
  orderId: string,
): Promise<void> {
  const lot = await findRow(
    transaction,
    creditLot,
    and(
      eq(creditLot.userId, userId),
      eq(creditLot.originType, 'order'),
      eq(creditLot.originId, orderId),
    ),
  );
  if (!lot) throw new AppError('not_found', 'This order gave this account no credits');
}
