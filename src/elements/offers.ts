import type { ProductStatus } from '#contract/product/product.ts';
import { $isSubscribed, $product, goAfterSignIn, loadProduct } from '#stores/account/product.ts';
import { $account, isVisitor } from '#stores/account/user.ts';

/** The offers of the pricing page: shows which plans the user has, and lets visitors sign in before they buy. */
const plans = document.querySelectorAll<HTMLElement>('[data-plan]');
const changes = document.querySelectorAll<HTMLElement>('[data-change-label]');
const start = document.querySelector('.plan-start');

function showOwnedPlans(status: ProductStatus | undefined): void {
  for (const { dataset } of plans) {
    const plan = status?.[dataset['plan'] as 'basic' | 'pro'];
    const owned = (['month', 'year'] as const).filter((period) => plan?.[period].subscribed);
    dataset['owned'] = owned.join(' ');
  }
  setButtonTexts([...plans].some(({ dataset }) => dataset['owned'] !== ''));
}

/** A user who has a plan changes it instead of getting one, so the buttons say so. */
function setButtonTexts(hasPlan: boolean): void {
  for (const link of changes) {
    const { changeLabel = '', label = link.textContent ?? '' } = link.dataset;
    link.dataset['label'] = label;
    link.textContent = hasPlan ? changeLabel : label;
  }
}

/** Lets visitors sign in before they buy. A click that opens a tab or window is left to the browser. */
function signInFirst(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-after-sign-in]');
  const path = link?.dataset['afterSignIn'];
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (path === undefined || !isVisitor()) return;
  event.preventDefault();
  goAfterSignIn(path);
}

$product.subscribe(showOwnedPlans);
$isSubscribed.subscribe((isSubscribed) => start?.toggleAttribute('data-subscribed', isSubscribed));
// The account is loaded again after a code was redeemed, and the code may have given a plan.
$account.subscribe((account) => {
  if (account) void loadProduct();
});
document.querySelector('.offers')?.addEventListener('click', (event) => {
  signInFirst(event as MouseEvent);
});
