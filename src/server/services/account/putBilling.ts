import type { Billing } from '#contract/orders/receipts.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { billingDetail } from '#server/db/schema/orders.ts';

/** Sets the name and address on the acting user's receipts. Throws `not_signed_in`. */
export async function putBilling(context: Context, { name, address }: Billing): Promise<Billing> {
  const userId = signedInUser(context);
  const set = { name, address, updated: context.now() };
  await context.database.query
    .insert(billingDetail)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: billingDetail.userId, set });
  return { name, address };
}
