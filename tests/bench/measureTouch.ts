import type { Browser, CDPSession, Locator, Page } from 'playwright';
import { withPage } from './measurePage.ts';
import type { Profile } from './profiles.ts';
import { type RequestRecord, recordRequests } from './requests.ts';

/** The requests after a click on Sign: listed apart, because it comes after the first paint by choice. */
export type TouchMeasurement = {
  /** From the click to the next frame that shows its effect, by the browser’s own event timing. */
  clickToPaint: number;
  /** From the click until the address has the focus and shows a letter that is typed. */
  clickToForm: number;
  /** From the click until the request for a code leaves, when Get code is pressed as soon as an address is typed. */
  clickToCode: number;
  scripts: RequestRecord[];
  others: RequestRecord[];
};

const codeRequest = '*/api/login/email*';

/** Opens a page, clicks on Sign without hovering first, types an address into the form, and presses Get code. */
export async function measureTouch(
  browser: Browser,
  profile: Profile,
  url: string,
): Promise<TouchMeasurement> {
  return withPage(browser, profile, [], async (page, session) => {
    const records = await recordRequests(session);
    await refuseCodeRequests(session);
    await page.goto(url, { waitUntil: 'networkidle' });
    const before = records.length;
    await watchClicks(page);
    const press = (button: Locator) => (profile.context.hasTouch ? button.tap() : button.click());
    const started = performance.now();
    await press(page.locator('[commandfor="login-dialog"]').first());
    await typeIntoForm(page, 'b');
    const clickToForm = performance.now() - started;
    await typeIntoForm(page, 'ench@example.org');
    const asked = page.waitForRequest((request) => request.url().includes('/api/login/email'));
    await press(page.locator('#login-dialog form[method="post"] button[type="button"]'));
    await asked;
    const clickToCode = performance.now() - started;
    await page.waitForLoadState('networkidle');
    const after = records.slice(before);
    return {
      clickToPaint: await page.evaluate(() => globalThis.longestEvent ?? 0),
      clickToForm,
      clickToCode,
      scripts: after.filter(({ kind }) => kind === 'Script'),
      others: after.filter(({ kind }) => kind !== 'Script'),
    };
  });
}

/** Nobody gets mail from a measurement. */
async function refuseCodeRequests(session: CDPSession): Promise<void> {
  await session.send('Network.setBlockedURLs', { urls: [codeRequest] });
}

/** Types into the address once it has the focus, and waits until it shows that. */
async function typeIntoForm(page: Page, text: string): Promise<void> {
  const email = page.locator('#login-dialog input[type="email"]');
  await email.and(page.locator(':focus')).waitFor({ timeout: 60_000 });
  await page.keyboard.type(text);
  await page.waitForFunction(
    (end) => (document.activeElement as HTMLInputElement | null)?.value.endsWith(end),
    text,
  );
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
