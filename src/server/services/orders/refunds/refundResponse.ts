import type { Refund, RefundOfferResponse } from '#contract/orders/refunds.ts';
import type { RefundOffer } from '#domain/orders/refunds.ts';
import type { CorePlatform } from '#server/context.ts';
import { type RefundRow, creditsTaken } from '#server/services/orders/refunds/refund.ts';

/** Returns refunds in the form of the contract. */
export async function refundResponses(
  { database }: CorePlatform,
  rows: readonly RefundRow[],
): Promise<Refund[]> {
  const ids = rows.map(({ id }) => id);
  const credits = await creditsTaken(database.query, ids);
  return rows.map(({ id, orderId, amount, currency, state, refundedBy, created }) => ({
    id,
    order: orderId,
    amount,
    currency,
    credits: credits.get(id)?.taken ?? 0,
    state,
    refunded_by: refundedBy,
    created: created.toISOString(),
  }));
}

/** Returns the offer of a refund in the form of the contract. */
export function refundOfferResponse(offer: RefundOffer): RefundOfferResponse {
  if (offer.kind === 'refusal') return offer;
  const { kind, amount, credits, until } = offer;
  return { kind, amount, credits, until: until.toISOString() };
}
