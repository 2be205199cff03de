import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './network.ts';
import { RedeemPage } from './pages/RedeemPage.ts';

/**
 * Fields of the page's HTML while React takes them over. Between the task that renders the form and the next one, in which
 * React begins to listen to the store, a slow processor leaves time for letters.
 */
test.describe('a field that React takes over', () => {
  test('keeps every letter of the address, which is then sent', async ({ site, login, page }) => {
    await site.open();
    const take = await holdReact(page);
    await site.sign.click();
    await expect(login.email).toBeFocused();
    const typed = await typeAcross(page, login.email, take);
    await page.keyboard.type('@example.com');
    await login.getCode.click();
    await expect(login.sent).toContainText(`${typed}@example.com`);
  });

  test('keeps every digit of the code', async ({ site, login, page }) => {
    await site.open();
    const take = await holdReact(page);
    await site.sign.click();
    await login.code.focus();
    await typeAcross(page, login.code, take);
  });

  test('keeps every character of a gift code', async ({ site, page }) => {
    const form = new RedeemPage(page);
    await site.open('/en/redeem');
    const take = await holdReact(page);
    await form.code.click();
    await typeAcross(page, form.code, take);
    await expect(form.confirm).toBeEnabled();
  });
});

/** Types before, while and after React takes the focused field over, and returns what was typed. */
async function typeAcross(page: Page, field: Locator, take: () => void): Promise<string> {
  const during = 'BCDEFGHIJKL';
  await page.keyboard.type('A');
  await field.evaluate((input) => (globalThis.watchedField = input));
  take();
  await page.waitForFunction(isHydrated);
  await page.keyboard.type(during, { delay: 10 });
  await expect(field).toHaveValue(`A${during}`);
  return `A${during}`;
}

/** Holds back the scripts that the page loads from now on. The returned function lets them through. */
async function holdReact(page: Page): Promise<() => void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(delayTasks);
  return holdScripts(page);
}

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var watchedField: Element | undefined;
}

/** Runs in the page. Delays React's tasks once it has begun to take the watched field over. */
function delayTasks(): void {
  const post = MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void;
  MessagePort.prototype.postMessage = function (message: unknown) {
    // React keeps what belongs to an element in properties of the element.
    const isTakenOver = Object.keys(globalThis.watchedField ?? {}).length > 0;
    setTimeout(() => post.call(this, message), isTakenOver ? 400 : 0);
  };
}

/** Runs in the page. Whether React has rendered the field. Only its own record says so before its next task. */
function isHydrated(): boolean {
  type Container = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const island = globalThis.watchedField?.closest('astro-island') ?? document.body;
  const record = Object.entries(island).find(([name]) => name.startsWith('__reactContainer$'));
  const container = record?.[1] as Container | undefined;
  return container?.stateNode.current.memoizedState.isDehydrated === false;
}
