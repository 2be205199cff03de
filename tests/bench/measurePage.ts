import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { isAllowedRequest } from './budgets.ts';
import { type PageSize, pageSize, sizeOf } from './pageSize.ts';
import { type Profile, applyThrottling } from './profiles.ts';
import { type RequestRecord, recordRequests } from './requests.ts';
import { type Vitals, readVitals, watchVitals } from './vitals.ts';

export type Cookies = Parameters<BrowserContext['addCookies']>[0];

export type PageMeasurement = PageSize &
  Vitals & {
    /** The page itself over the wire, headers included. */
    htmlWireBytes: number;
    /** Inline and fetched script before any interaction, compressed by gzip. */
    scriptGzipBytes: number;
    requests: RequestRecord[];
    /** Those of them that a page may not cause by itself. */
    forbiddenRequests: string[];
  };

/** Milliseconds of quiet after the last request, for requests of timers. */
const settleTime = 700;

/** Loads a page in a fresh context, cold, and looks at it without touching it; then scrolls through it for its CLS. */
export async function measurePage(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies = [],
): Promise<PageMeasurement> {
  return withPage(browser, profile, cookies, async (page, session) => {
    const records = await recordRequests(session);
    const response = await page.goto(url, { waitUntil: 'networkidle' });
    if (response === null) throw new Error(`${url} was not answered`);
    // On a busy machine the network is quiet before the first paint.
    await page.waitForFunction(() => (globalThis.observedVitals?.largest.time ?? 0) > 0);
    await page.waitForTimeout(settleTime);
    const requests = [...records];
    const beforeScroll = await readVitals(page);
    await scrollThrough(page);
    const { cumulativeLayoutShift, shifted } = await readVitals(page);
    const size = pageSize(await response.text());
    const fetched = requests.filter(({ kind }) => kind === 'Script');
    return {
      ...size,
      ...beforeScroll,
      cumulativeLayoutShift,
      shifted,
      htmlWireBytes: requests.find(({ kind }) => kind === 'Document')?.wireBytes ?? 0,
      scriptGzipBytes: size.script.gzip + (await gzipOf(page, fetched)),
      requests,
      forbiddenRequests: requests
        .filter((request) => !isAllowedRequest(request))
        .map((request) => request.url),
    };
  });
}

/** Runs `work` on a page of a context of its own that is slowed down as the profile says. */
export async function withPage<Result>(
  browser: Browser,
  profile: Profile,
  cookies: Cookies,
  work: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(profile.context);
  try {
    await context.addCookies(cookies);
    await watchVitals(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await applyThrottling(session, profile);
    return await work(page, session);
  } finally {
    await context.close();
  }
}

/** The size of the same scripts compressed by gzip, for any encoding of the server. */
async function gzipOf(page: Page, scripts: readonly RequestRecord[]): Promise<number> {
  const texts = await Promise.all(
    scripts.map(async ({ url }) => (await page.request.get(url)).text()),
  );
  return texts.reduce((sum, text) => sum + sizeOf(text).gzip, 0);
}

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top <= height; top += 400) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await page.waitForTimeout(30);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(300);
}
