import type { BillRecord, Card } from '#server/gateways/payments/providerRecords.ts';
import { emitChanges } from './stripeEvents.ts';
import { type StripeState, planOf } from './stripeState.ts';

/** Charges a bill to its card. Returns whether it is paid. */
export function collectBill(
  state: StripeState,
  bill: BillRecord,
  card: Card = cardOf(state, bill),
): boolean {
  emitChanges(state, state.books.collect(bill, card));
  return bill.state === 'paid';
}

/** Pays an open bill by hand, as a buyer who gave another card. */
export function payInvoice(state: StripeState, id: string): void {
  const bill = state.books.bills.get(id);
  if (!bill) throw new Error(`No bill ${id}`);
  collectBill(state, bill, 'works');
}

/** Makes and charges a bill that is for no new period, as somebody at Stripe's pages. */
export function billByHand(
  state: StripeState,
  subscription: string,
  reason: 'other' | 'change',
): void {
  const record = state.books.subscriptions.get(subscription);
  if (!record) throw new Error(`No subscription ${subscription}`);
  const bill = state.books.newBill(record, reason);
  emitChanges(state, [{ kind: 'invoice', event: 'created', id: bill.id }]);
  collectBill(state, bill);
  emitChanges(state, [{ kind: 'subscription', event: 'changed', id: subscription }]);
}

/** The subscription's payment method comes before the customer's. */
function cardOf(state: StripeState, { subscriptionId }: BillRecord): Card {
  const { paymentMethod, customer } = planOf(state, subscriptionId);
  return state.methods.get(paymentMethod)?.card ?? state.books.cards.get(customer) ?? 'works';
}
