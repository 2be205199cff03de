import { call } from '#contract/call.ts';
import { type Billing, type Receipt, getReceipt, putBilling } from '#contract/orders/receipts.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

export type ReceiptState =
  | { state: 'loading' | 'visitor' | 'missing' }
  | { state: 'failed'; problem: Message }
  | { state: 'shown'; receipt: Receipt; isSaving: boolean; problem: Message | undefined };

/** The receipt of the page. */
export const $receipt = atom<ReceiptState>({ state: 'loading' });

export async function loadReceipt(id: string): Promise<void> {
  $receipt.set({ state: 'loading' });
  try {
    const receipt = await call(getReceipt, { params: { id } });
    $receipt.set({ state: 'shown', receipt, isSaving: false, problem: undefined });
  } catch (error) {
    if (isSignedOut(error)) return $receipt.set({ state: 'visitor' });
    const problem = errorMessage(error);
    const isMissing = ['errors.unknown_order', 'errors.invalid_input'].includes(problem.key);
    $receipt.set(isMissing ? { state: 'missing' } : { state: 'failed', problem });
  }
}

/** Saves the name and address for all receipts of the user. Returns whether that succeeded. */
export async function saveBilling(requested: Billing): Promise<boolean> {
  const shown = $receipt.get();
  if (shown.state !== 'shown' || shown.isSaving) return false;
  const { receipt } = shown;
  $receipt.set({ ...shown, isSaving: true, problem: undefined });
  try {
    const billing = await call(putBilling, { body: requested });
    const buyer = { ...receipt.buyer, billing };
    $receipt.set({ ...shown, receipt: { ...receipt, buyer }, isSaving: false, problem: undefined });
    return true;
  } catch (error) {
    if (isSignedOut(error)) $receipt.set({ state: 'visitor' });
    else $receipt.set({ ...shown, isSaving: false, problem: errorMessage(error) });
    return false;
  }
}
