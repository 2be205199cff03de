import type { Page } from '@playwright/test';

/** Holds the page’s scripts back, as a slow network does. Returns a function that lets them through. */
export async function holdScripts(page: Page, which = '**/*.js'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(which, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
