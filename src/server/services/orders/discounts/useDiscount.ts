import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

/** Assigns a code to an order. The caller found the code by `findDiscount` in the same transaction. */
export async function useDiscount(
  transaction: Executor,
  codeId: string,
  { id, userId, created }: OrderRow,
): Promise<void> {
  await transaction
    .update(discountCode)
    .set({ orderId: id, usedBy: userId, used: created })
    .where(eq(discountCode.id, codeId));
}

/** Whether an order still has the code of its price. Another order may have taken it after this one failed. */
export async function hasItsDiscount(
  transaction: Executor,
  { id, discountCode: codeId }: OrderRow,
): Promise<boolean> {
  if (codeId === null) return true;
  const code = await findRow(transaction, discountCode, eq(discountCode.id, codeId));
  return code?.orderId === id;
}
