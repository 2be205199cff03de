import { call } from '#contract/call.ts';
import { type RefundOfferResponse, getRefund, requestRefund } from '#contract/orders/refunds.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { type Message, errorMessage } from '#stores/browser/message.ts';
import { newId } from '#stores/browser/newId.ts';
import { loadOrders } from '#stores/orders/orders.ts';
import { loadProduct } from '#stores/account/product.ts';
import { loadPlan } from '#stores/orders/subscription.ts';
import { refreshUser } from '#stores/account/user.ts';
import { atom } from 'nanostores';

/** The form about the refund of an order; one at a time. */
export type RefundForm = { order: string } & (
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | {
      state: 'shown';
      requestId: string;
      offer: RefundOfferResponse;
      currency: Currency;
      mayWithdraw: boolean;
      sending: boolean;
      problem: Message | undefined;
    }
);

export const $refundForm = atom<RefundForm | undefined>(undefined);

/** Opens the form with the amount that the buyer would get back. */
export async function openRefund(order: string): Promise<void> {
  const waiting: RefundForm = { order, state: 'loading' };
  $refundForm.set(waiting);
  const next = await loadOffer(order);
  if ($refundForm.get() === waiting) $refundForm.set(next);
}

export function closeRefund(): void {
  $refundForm.set(undefined);
}

/** Requests the refund of the shown amount, closes the form and loads the orders again. */
export async function confirmRefund(): Promise<void> {
  const form = $refundForm.get();
  if (form?.state !== 'shown' || form.sending || form.offer.kind !== 'refund') return;
  const { order, requestId, offer } = form;
  $refundForm.set({ ...form, sending: true, problem: undefined });
  try {
    const body = { request_id: requestId, amount: offer.amount };
    await call(requestRefund, { params: { id: order }, body });
    closeRefund();
    await Promise.all([loadOrders(), loadPlan(), loadProduct(), refreshUser()]);
  } catch (error) {
    const problem = errorMessage(error);
    // The amount may be another one now.
    const next = await loadOffer(order);
    $refundForm.set(next.state === 'shown' ? { ...next, problem } : next);
  }
}

async function loadOffer(order: string): Promise<RefundForm> {
  try {
    const {
      offer,
      currency,
      withdrawal: mayWithdraw,
    } = await call(getRefund, { params: { id: order } });
    return {
      order,
      state: 'shown',
      requestId: newId(),
      offer,
      currency,
      mayWithdraw,
      sending: false,
      problem: undefined,
    };
  } catch (error) {
    return { order, state: 'failed', problem: errorMessage(error) };
  }
}
