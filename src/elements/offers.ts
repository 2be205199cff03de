import type { ProductStatus } from '#contract/product/product.ts';
import { $isSubscribed, $product, goAfterSignIn, loadProduct } from '#stores/account/product.ts';
import { $account, isVisitor } from '#stores/account/user.ts';

/** The offers of the pricing page: shows which plans the user has, in their period, and lets visitors sign in before they buy. */
const plans = document.querySelectorAll<HTMLElement>('[data-plan]');
const changes = document.querySelectorAll<HTMLElement>('[data-change-label]');
const periods = document.querySelectorAll<HTMLInputElement>('.offers [name="billing"]');
const start = document.querySelector('.plan-start');
let hasChosenPeriod = false;

function showOwnedPlans(status: ProductStatus | undefined): void {
  for (const { dataset } of plans) {
    const plan = status?.[dataset['plan'] as 'basic' | 'pro'];
    const owned = (['month', 'year'] as const).filter((period) => plan?.[period].subscribed);
    dataset['owned'] = owned.join(' ');
  }
  if (status) showOwnedPeriod();
  setButtonTexts([...plans].some(({ dataset }) => dataset['owned'] !== ''));
}

/**
 * Shows prices by the year to a user who pays by the year only, unless the address or the user has chosen. The period is
 * the default from then on, so that a choice of the other one is put into the address.
 */
function showOwnedPeriod(): void {
  const owned = new Set([...plans].flatMap(({ dataset }) => dataset['owned']?.split(' ') ?? []));
  owned.delete('');
  const [period] = owned;
  if (period === undefined || owned.size > 1 || hasChosenPeriod) return;
  const chosen = new URLSearchParams(location.hash.slice(1)).get('billing') ?? period;
  // A default also checks a radio that nobody has touched, so that the choice comes last.
  for (const radio of periods) radio.defaultChecked = radio.value === period;
  for (const radio of periods) radio.checked = radio.value === chosen;
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
const offers = document.querySelector('.offers');
offers?.addEventListener('click', (event) => signInFirst(event as MouseEvent));
offers?.addEventListener('change', ({ target }) => {
  if ((target as HTMLInputElement).name === 'billing') hasChosenPeriod = true;
});
