import { call } from '#contract/call.ts';
import { redeemCode } from '#contract/product.ts';
import { countEvent } from '#stores/analytics.ts';
import { type Message, errorMessage } from '#stores/message.ts';
import { refreshUser } from '#stores/user.ts';
import { wake } from '#stores/wake.ts';
import { atom } from 'nanostores';

/** Whether the redemption dialog is open. */
export const $redeemOpen = atom(false);

type Entering = { state: 'entering'; code: string; sending: boolean; error: Message | undefined };

export type Redemption =
  | Entering
  /** What the server says about it, in its own words. */
  | { state: 'success'; says: string }
  | { state: 'failed'; says: string };

const entering: Entering = { state: 'entering', code: '', sending: false, error: undefined };

export const $redemption = atom<Redemption>(entering);

export function openRedeem(): void {
  if ($redeemOpen.get()) return;
  $redeemOpen.set(true);
  wake('redeem-dialog');
}

/** Closes the dialog and resets it. */
export function closeRedeem(): void {
  $redeemOpen.set(false);
  enterAgain();
}

/** Goes back to entering: “Re-enter the redemption code”. */
export function enterAgain(): void {
  $redemption.set(entering);
}

export function editRedemptionCode(code: string): void {
  $redemption.set({ ...entering, code: code.slice(0, 100) });
}

/** Redeems the entered code. An answer that comes after the dialog was closed changes only the balance. */
export async function redeem(): Promise<void> {
  const current = $redemption.get();
  if (current.state !== 'entering' || current.sending || current.code.trim() === '') return;
  const sent: Entering = { ...current, sending: true, error: undefined };
  $redemption.set(sent);
  const outcome = await outcomeOf(current.code.trim());
  if ($redemption.get() === sent) $redemption.set(outcome);
  if (outcome.state === 'success') await refreshUser();
}

async function outcomeOf(code: string): Promise<Redemption> {
  try {
    const { code: result, msg } = await call(redeemCode, { query: { code } });
    const isRedeemed = result !== -1;
    countEvent('pricing', isRedeemed ? 'redeemed' : 'redeem_failed');
    return { state: isRedeemed ? 'success' : 'failed', says: msg };
  } catch (error) {
    return { ...entering, code, error: errorMessage(error) };
  }
}
