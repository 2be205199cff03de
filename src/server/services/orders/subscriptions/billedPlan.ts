import { and, desc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Currency } from '#domain/pricing/money.ts';
import { type PlanProduct, isPlan } from '#domain/plans/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import type { Invoice } from '#server/gateways/payments/payments.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';

/** The plan that a renewal's bill is for, and its expected price. */
export type BilledPlan = {
  product: PlanProduct;
  amount: number;
  currency: Currency;
  /** Whether the downgrade that waited takes effect with this bill. */
  isNext: boolean;
};

/**
 * Returns the plan of the period that a bill is for: the waiting downgrade when the bill is for the period after the
 * paid one, or else the plan of that time, because the bill of a period before an upgrade can arrive after it. A
 * provider that did not accept the downgrade bills the old plan, which the buyer then gets for that price.
 */
export async function billedPlan(
  transaction: Executor,
  locked: SubscriptionRow,
  invoice: Invoice,
): Promise<BilledPlan> {
  const { nextProduct, nextAmount, nextFrom, currency } = locked;
  const [latest] = await paidPeriods(transaction, locked.id);
  const [order] = await paidPeriods(transaction, locked.id, invoice.starts);
  const { product, following } = order ?? { product: locked.product, following: locked.amount };
  const present = {
    product: isPlan(product) ? product : locked.product,
    amount: following,
    currency,
    isNext: false,
  };
  if (nextProduct === null || nextAmount === null || nextFrom === null) return present;
  if (latest?.starts && latest.starts >= invoice.starts) return present;
  const { amount } = invoice.price;
  const isAfter = invoice.ends > nextFrom && amount !== following;
  if (amount !== nextAmount && !isAfter) return present;
  return { product: nextProduct, amount: nextAmount, currency, isNext: true };
}

/** Returns the last paid period of a subscription that began no later than `until`. */
function paidPeriods(transaction: Executor, subscriptionId: string, until?: Date) {
  const { product, following, periodStarts: starts, paid, created } = paymentOrder;
  return transaction
    .select({ product, following, starts })
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.subscriptionId, subscriptionId),
        isNotNull(paid),
        until ? lte(starts, until) : isNotNull(starts),
      ),
    )
    .orderBy(desc(starts), desc(created))
    .limit(1);
}
