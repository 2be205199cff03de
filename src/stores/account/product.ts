import { call } from '#contract/call.ts';
import { type ProductStatus, getProduct } from '#contract/product.ts';
import { signInFirst } from '#stores/account/afterSignIn.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { $account } from '#stores/account/user.ts';
import { atom, computed } from 'nanostores';

/** Which plans and packs the user has; `undefined` while that is unknown, and for visitors. */
export const $product = atom<ProductStatus | undefined>();

/** Whether the user counts as subscribed: with any plan or pack (specification, section 3). */
export const $isSubscribed = computed($product, (status) => {
  if (status === undefined) return false;
  const { basic, pro, credit } = status;
  return [basic, pro, credit].some((group) =>
    Object.values(group).some(({ subscribed }) => subscribed),
  );
});

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
  signInFirst(() => goTo(path));
}

$account.listen((account) => {
  if (!account) $product.set(undefined);
});
