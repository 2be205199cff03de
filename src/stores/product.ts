import { call } from '#contract/call.ts';
import { type ProductStatus, getProduct } from '#contract/product.ts';
import { $loginOpen, openLogin } from '#stores/login.ts';
import { goTo } from '#stores/navigation.ts';
import { $account } from '#stores/user.ts';
import { atom } from 'nanostores';

/** Which plans and packs the user has; `undefined` while that is unknown, and for visitors. */
export const $product = atom<ProductStatus | undefined>();

/** Where a visitor goes after signing in. */
let wanted: string | undefined;

/** Asks which plans and packs the user has. When that fails, offers are shown as to everybody. */
export async function loadProduct(): Promise<void> {
  const user = $account.get()?.user_id;
  try {
    const status = await call(getProduct, {});
    if ($account.get()?.user_id === user) $product.set(status);
  } catch {
    // The server decides about an order anyway.
  }
}

/** Opens the sign-in dialog, and goes to `path` once somebody is signed in. */
export function goAfterSignIn(path: string): void {
  wanted = path;
  openLogin();
}

$account.listen((account) => {
  if (!account) return $product.set(undefined);
  const path = wanted;
  wanted = undefined;
  if (path !== undefined) goTo(path);
});

// Signing in closes the dialog, too, but not before the user is known.
$loginOpen.listen((isOpen) => {
  if (!isOpen) wanted = undefined;
});
