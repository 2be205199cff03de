import { and, eq, ne } from 'drizzle-orm';
import type { Receipt } from '#contract/orders/receipts.ts';
import { dayOf } from '#domain/dates.ts';
import { includedTax, taxRateOn } from '#domain/pricing/tax.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { billingDetail } from '#server/db/schema/orders.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import { AppError } from '#server/errors.ts';
import { orderResponse } from '#server/services/orders/read/orderResponse.ts';
import { findOwnOrder } from '#server/services/orders/read/readOrder.ts';

/**
 * Returns the receipt of an order of the acting user. Throws `not_signed_in`, and `unknown_order` also for an order
 * that was not paid and so has no receipt.
 */
export async function readReceipt(context: Context, orderId: string): Promise<Receipt> {
  const order = await findOwnOrder(context, orderId);
  const { amount, paid, receiptNumber } = order;
  if (receiptNumber === null || paid === null) {
    throw new AppError('unknown_order', 'This order was not paid');
  }
  const { operator, sellerTax } = context.config;
  const percent = taxRateOn(sellerTax?.rates ?? [], dayOf(paid));
  return {
    order: await orderResponse(context, order),
    seller: operator.seller ?? null,
    seller_tax_id: sellerTax?.id ?? null,
    buyer: await readBuyer(context),
    tax: percent === undefined ? null : { percent, amount: includedTax(amount, percent) },
    tax_note: sellerTax?.note ?? null,
    refunds: await readRefunds(context, orderId),
  };
}

async function readBuyer(context: Context): Promise<Receipt['buyer']> {
  const [user] = await context.database.query
    .select({ email: appUser.email, name: billingDetail.name, address: billingDetail.address })
    .from(appUser)
    .leftJoin(billingDetail, eq(billingDetail.userId, appUser.id))
    .where(eq(appUser.id, signedInUser(context)));
  const { email = '', name, address } = user ?? {};
  return { email, billing: { name: name ?? '', address: address ?? '' } };
}

/** Failed refunds moved no money. */
async function readRefunds({ database }: Context, orderId: string): Promise<Receipt['refunds']> {
  const { amount, created, finished, state } = paymentRefund;
  const refunds = await database.query
    .select({ amount, created, finished })
    .from(paymentRefund)
    .where(and(eq(paymentRefund.orderId, orderId), ne(state, 'failed')))
    .orderBy(created, paymentRefund.id);
  return refunds.map((refund) => ({
    amount: refund.amount,
    created: refund.created.toISOString(),
    finished: refund.finished?.toISOString() ?? null,
  }));
}
