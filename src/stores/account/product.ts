import { call } from '#contract/call.ts';
import { type ProductStatus, getProduct } from '#contract/product/product.ts';
import { signInFirst } from '#stores/account/afterSignIn.ts';
import { reasonOfPath } from '#stores/account/loginReason.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { $account } from '#stores/account/user.ts';
import { atom, computed } from 'nanostores';

/** The plans and packs of the user; `undefined` until they are loaded, and for visitors. */
export const $product = atom<ProductStatus | undefined>();

/** Whether the user has any plan or pack, which counts as subscribed (specification, section 3). */
export const $isSubscribed = computed($product, (status) => {
  if (status === undefined) return false;
  const { basic, pro, credit } = status;
  return [basic, pro, credit].some((group) =>
    Object.values(group).some(({ subscribed }) => subscribed),
  );
});

/** Loads the user's plans and packs. After a failure, offers are shown as to a visitor. */
export async function loadProduct(): Promise<void> {
  const user = $account.get()?.user_id;
  try {
    const status = await call(getProduct, {});
    if ($account.get()?.user_id === user) $product.set(status);
  } catch {
    // The server checks every order anyway.
  }
}

/** Opens the sign-in dialog, and `path` after the sign-in. */
export function goAfterSignIn(path: string): void {
  signInFirst(reasonOfPath(path), () => goTo(path));
}

$account.listen((account) => {
  if (!account) $product.set(undefined);
});
