import { wake } from '#stores/browser/wake.ts';
import { atom } from 'nanostores';

/** Whether the redemption dialog is open. */
export const $redeemOpen = atom(false);

/** The `id` of the field on the page of gift codes. */
export const pageFieldId = 'gift-code';

/**
 * Opens the dialog, whose form (`redeem.ts`) is loaded then; on the page of gift codes, which has the same form, moves
 * the focus to its field.
 */
export function openRedeem(): void {
  if ($redeemOpen.get()) return;
  const field = globalThis.document?.getElementById(pageFieldId);
  if (field) return field.focus();
  $redeemOpen.set(true);
  wake('redeem-dialog');
}

/** Closes the dialog. Its form is reset. */
export function closeRedeem(): void {
  $redeemOpen.set(false);
}
