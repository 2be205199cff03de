import { call } from '#contract/call.ts';
import { redeemCode } from '#contract/product/product.ts';
import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import type { Language } from '#domain/languages/languages.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { forgetTypedCode, keepTypedCode, takeTypedCode } from '#stores/account/typedCode.ts';
import { refreshUser } from '#stores/account/user.ts';
import { $redeemOpen } from '#stores/account/redeemDialog.ts';
import { atom } from 'nanostores';

type Entering = { state: 'entering'; code: string; sending: boolean; error: Message | undefined };

export type Redemption =
  | Entering
  /** `msg` is the translated text of the server, one sentence a line. */
  | { state: 'success'; msg: string }
  | { state: 'failed'; msg: string; code: string };

const entering: Entering = { state: 'entering', code: '', sending: false, error: undefined };

export const $redemption = atom<Redemption>(entering);

/** Shows the field again, with the code that failed: “Re-enter the redemption code”. */
export function enterAgain(): void {
  const current = $redemption.get();
  if (current.state === 'failed') editRedemptionCode(current.code);
}

/** Shows the field again, empty. */
export function enterAnother(): void {
  forgetTypedCode();
  $redemption.set(entering);
}

export function editRedemptionCode(code: string): void {
  $redemption.set({ ...entering, code: code.slice(0, giftCodeMaxTyped) });
}

/** Restores a code that was typed before the sign-in, unless another one is typed already. */
export function restoreTyped(): void {
  const current = $redemption.get();
  if (current.state !== 'entering' || current.code !== '') return;
  const kept = takeTypedCode();
  if (kept !== undefined) editRedemptionCode(kept);
}

/**
 * Redeems the typed code. For a visitor, opens the sign-in and keeps the code. A response after the dialog was closed
 * changes only the balance.
 */
export async function redeem(language: Language): Promise<void> {
  const current = $redemption.get();
  if (current.state !== 'entering' || current.sending || current.code.trim() === '') return;
  const sent: Entering = { ...current, sending: true, error: undefined };
  $redemption.set(sent);
  const outcome = await outcomeOf(current.code.trim(), language);
  const isShown = $redemption.get() === sent;
  if (isShown) $redemption.set(outcome);
  if (outcome.state === 'success') await refreshUser();
  if (isShown && outcome.state === 'entering' && outcome.error?.key === signInFirstKey)
    askToSignIn(outcome.code);
}

/** The key of the message for visitors. */
export const signInFirstKey = 'redeem.signInFirst';

function askToSignIn(code: string): void {
  keepTypedCode(code);
  // In the chat area this opens the login page, which returns here.
  void refreshUser();
  openLogin(message('login.reason.redeem'));
}

async function outcomeOf(code: string, language: Language): Promise<Redemption> {
  try {
    const { code: result, msg } = await call(redeemCode, { query: { code, lang: language } });
    const isRedeemed = result !== -1;
    countEvent('pricing', isRedeemed ? 'redeemed' : 'redeem_failed');
    return isRedeemed ? { state: 'success', msg } : { state: 'failed', msg, code };
  } catch (error) {
    return {
      ...entering,
      code,
      error: isSignedOut(error) ? message(signInFirstKey) : errorMessage(error),
    };
  }
}

if ($redeemOpen.get()) restoreTyped();
$redeemOpen.listen((open) => (open ? restoreTyped() : enterAnother()));
