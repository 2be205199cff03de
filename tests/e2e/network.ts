import type { Page } from '@playwright/test';

/** Holds the page’s scripts back, as a slow network does. Answers how to let them through. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
