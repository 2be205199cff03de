import type { Page } from 'playwright';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { RenewingPlan, getSubscription } from '#contract/orders/subscription.ts';
import type { SharedPost, Sharing } from '#contract/sharing/sharing.ts';
import { cancellationKinds, cancellationPath } from '#domain/orders/cancellation.ts';
import { ordersPath } from '#domain/orders/orderPaths.ts';
import { sharePath } from '#domain/site/sitePaths.ts';
import { withdrawPath } from '#domain/orders/withdrawals.ts';
import type { Screen } from './screens.ts';

type Prepare = NonNullable<Screen['prepare']>;

/** Leaving a contract (few, because a network may do that ten times an hour), a plan that is not paid, refunds, and the reviews of shared posts. */
export const planScreens: readonly Screen[] = [
  leaving('withdraw', withdrawPath),
  leaving('withdraw-confirm', withdrawPath, withdraw),
  { ...leaving('withdraw-done', withdrawPath, confirmWithdrawal), widths: [360] },
  leaving('cancel', cancellationPath),
  leaving('cancel-problems', cancellationPath, submit),
  { ...leaving('cancel-done', cancellationPath, cancel), widths: [360] },
  { name: 'orders-refund', path: ordersPath, who: ['buyer'], whole: true, prepare: askRefund },
  {
    name: 'orders-past-due',
    path: ordersPath,
    who: ['buyer'],
    whole: true,
    intercept: leaveUnpaid,
    prepare: (page) => page.locator('#plan').waitFor(),
  },
  { name: 'share', path: sharePath, who: ['visitor'], whole: true, isStatic: true },
  shared('share-accepted', {
    state: 'accepted',
    reward: { code: 'ABCD-EFGH-JKLM-NPQR', percent_off: 20, expires: soon(90), state: 'open' },
  }),
  shared('share-refused', { state: 'refused', reason: 'short', note: null }),
];

function leaving(name: string, path: Screen['path'], prepare?: Prepare): Screen {
  return { name, path, who: ['visitor'], whole: true, ...(prepare && { prepare }) };
}

async function withdraw(page: Page): Promise<void> {
  await page.locator('#withdraw-number').fill('1a2b 3c4d 5e6f');
  await page.locator('#withdraw-email').fill('somebody@example.org');
  await submit(page);
  await page.locator('[name="confirm"]').waitFor({ state: 'attached' });
}

async function confirmWithdrawal(page: Page): Promise<void> {
  await withdraw(page);
  await submit(page);
  await page.locator('[data-fill="sent"], .note').first().waitFor();
}

async function cancel(page: Page): Promise<void> {
  await page.locator('#cancellation-email').fill('somebody@example.org');
  await page.locator(`[name="kind"][value="${cancellationKinds[0]}"]`).check();
  await submit(page);
  await page.locator('main .note').first().waitFor();
}

async function submit(page: Page): Promise<void> {
  await page.locator('main form:visible [type="submit"]').click();
  await page.waitForLoadState();
}

async function askRefund(page: Page): Promise<void> {
  await page.locator('main [aria-expanded="false"]').first().click();
  await page.locator('main output:visible').first().waitFor();
}

/** The server reports that the last bill is not paid. */
async function leaveUnpaid(page: Page): Promise<void> {
  await page.route('**/api/subscription', async (route) => {
    const response = await route.fetch();
    const { plan } = (await response.json()) as { plan: RenewingPlan };
    const json: ResponseOf<typeof getSubscription> = {
      plan: { ...plan, state: 'past_due', changes: [] },
      previews: [],
    };
    await route.fulfill({ response, json });
  });
}

function shared(name: string, review: Partial<SharedPost>): Screen {
  const post: SharedPost = {
    state: 'waiting',
    link: 'https://social.example.org/posts/1',
    has_screenshot: false,
    sent: soon(-3),
    reviewable: soon(-3),
    due: soon(-1),
    reviewed: soon(-1),
    reason: null,
    note: null,
    reward: null,
    ...review,
  };
  const json: Sharing = {
    event: { to: '2999-12-31', percent_off: 20 },
    can_send: review.state === 'refused',
    post,
  };
  const intercept = (page: Page) =>
    page.route('**/api/sharing', (route) => route.fulfill({ json })).then(() => undefined);
  const prepare = async (page: Page) => {
    await page.locator('main astro-island .button').first().click();
    await page.locator('main astro-island h2').first().waitFor();
  };
  return { name, path: sharePath, who: ['user'], whole: true, intercept, prepare };
}

function soon(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
