import type { Browser, Page } from '@playwright/test';
import { withPage } from './measurePage.ts';
import type { Profile } from './profiles.ts';
import { type RequestRecord, recordRequests } from './requests.ts';

/** What happens when a visitor clicks on Sign: listed apart, because it comes after the first paint by choice. */
export type TouchMeasurement = {
  /** From the click to the next frame that shows its effect, by the browser’s own event timing. */
  clickToPaint: number;
  /** From the click until the form can be filled in. */
  clickToForm: number;
  scripts: RequestRecord[];
  others: RequestRecord[];
};

/** Opens a page, clicks on Sign without hovering first, and waits for the form. */
export async function measureTouch(
  browser: Browser,
  profile: Profile,
  url: string,
): Promise<TouchMeasurement> {
  return withPage(browser, profile, [], async (page, session) => {
    const records = await recordRequests(session);
    await page.goto(url, { waitUntil: 'networkidle' });
    const before = records.length;
    await watchClicks(page);
    const started = performance.now();
    const button = page.locator('[commandfor="login-dialog"]').first();
    await (profile.context.hasTouch ? button.tap() : button.click());
    await page.locator('#login-dialog input').first().waitFor({ timeout: 60_000 });
    const clickToForm = performance.now() - started;
    await page.waitForLoadState('networkidle');
    const after = records.slice(before);
    return {
      clickToPaint: await page.evaluate(() => globalThis.longestEvent ?? 0),
      clickToForm,
      scripts: after.filter(({ kind }) => kind === 'Script'),
      others: after.filter(({ kind }) => kind !== 'Script'),
    };
  });
}

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var longestEvent: number | undefined;
}

async function watchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        globalThis.longestEvent = Math.max(globalThis.longestEvent ?? 0, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}
