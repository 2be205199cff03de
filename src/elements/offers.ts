import type { ProductStatus } from '#contract/product.ts';
import { $isSubscribed, $product, goAfterSignIn, loadProduct } from '#stores/account/product.ts';
import { $account, isVisitor } from '#stores/account/user.ts';

/** The offers of the pricing page: which plans the user has, and buttons that let visitors sign in first. */
const plans = document.querySelectorAll<HTMLElement>('[data-plan]');
const changes = document.querySelectorAll<HTMLElement>('[data-change-label]');
const start = document.querySelector('.plan-start');

function showOwned(status: ProductStatus | undefined): void {
  for (const { dataset } of plans) {
    const plan = status?.[dataset['plan'] as 'basic' | 'pro'];
    const owned = (['month', 'year'] as const).filter((period) => plan?.[period].subscribed);
    dataset['owned'] = owned.join(' ');
  }
  nameChanges([...plans].some(({ dataset }) => dataset['owned'] !== ''));
}

/** Who has a plan changes to another one instead of getting it. */
function nameChanges(hasPlan: boolean): void {
  for (const link of changes) {
    const { changeLabel = '', label = link.textContent ?? '' } = link.dataset;
    link.dataset['label'] = label;
    link.textContent = hasPlan ? changeLabel : label;
  }
}

/** A click that opens a tab or window is the browser’s. */
function signInFirst(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-after-sign-in]');
  const path = link?.dataset['afterSignIn'];
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (path === undefined || !isVisitor()) return;
  event.preventDefault();
  goAfterSignIn(path);
}

$product.subscribe(showOwned);
$isSubscribed.subscribe((isSubscribed) => start?.toggleAttribute('data-subscribed', isSubscribed));
// A redeemed code may be a plan; the account is asked for again then.
$account.subscribe((account) => {
  if (account) void loadProduct();
});
document.querySelector('.offers')?.addEventListener('click', (event) => {
  signInFirst(event as MouseEvent);
});
