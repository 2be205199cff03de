import type { Page } from 'playwright';

/**
 * The steps of a person on the pages of payment. Finds its way by ids and values, because texts are in every language.
 */

export async function waitForOrder(page: Page): Promise<void> {
  await page.locator('main [name="method"]').first().waitFor();
}

export async function showCode(page: Page): Promise<void> {
  await order(page, 'sandbox_scan');
  await page.locator('main svg[role="img"]').waitFor();
}

/** Pays at the sandbox's page, with this outcome. */
export function payAtProvider(outcome: string): (page: Page) => Promise<void> {
  return async (page) => {
    const shop = new URL(page.url()).origin;
    await order(page, 'sandbox');
    await page.locator(`button[value="${outcome}"]`).click();
    await page.waitForURL(`${shop}/**`);
    if (outcome === 'decline') await page.waitForURL('**/failed');
    await page.locator('main h1').waitFor();
    if (outcome === 'pay') await page.locator('main a[href$="/chat"]').waitFor();
  };
}

/** Pays at the sandbox's page, which confirms it later, unless the order still waits for an earlier visit's payment. */
export async function payLater(page: Page): Promise<void> {
  const shop = new URL(page.url()).origin;
  await order(page, 'sandbox');
  const button = page.locator('button[value="later"]');
  const waiting = page.locator('main output h1');
  await button.or(waiting).first().waitFor();
  if (await button.isVisible()) await button.click();
  await page.waitForURL(`${shop}/**`);
  await page.locator('main h1').waitFor();
}

async function order(page: Page, method: string): Promise<void> {
  await page.locator(`main [value="${method}"]`).check();
  await page.locator('main [type="checkbox"]').check();
  await page.locator('main [type="submit"]').click();
}
