import type { Page } from 'playwright';

/** Opens a menu of the page by its button. */
export function openMenu(id: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator(`[popovertarget="${id}"]`).first().click();
    await page.locator(`#${id}`).waitFor();
  };
}
