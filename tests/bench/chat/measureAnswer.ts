import type { Browser, CDPSession, Page } from 'playwright';
import { type Cookies, withPage } from '../measurePage.ts';
import type { Profile } from '../profiles.ts';
import { forgetLongest, observeChat, readObserved } from './observe.ts';
import { type Pace, questionFor } from './pace.ts';

export type AnswerMeasurement = {
  /** From pressing Enter until the first words are on the screen, in milliseconds. */
  firstToken: number;
  /** The work of the main thread from Enter until the answer was whole, in milliseconds. */
  mainThread: number;
};

export type TypingMeasurement = { longestKeyDelay: number; longestTask: number; keys: number };

const tokenPause = 1_000 / 30;
const settleTime = 1_000;
const keyEvery = 150;

/** Asks on a page that is at rest, and waits for the whole answer without touching the page. */
export async function measureAnswer(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies = [],
): Promise<AnswerMeasurement> {
  const pace = { first: 300, tokens: 120, every: tokenPause };
  return withPage(browser, profile, cookies, async (page, session) => {
    await open(page, url);
    await session.send('Performance.enable');
    await page.locator('#message').fill(questionFor(pace));
    await page.waitForTimeout(settleTime);
    const before = await taskTime(session);
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(timeOf(pace) + 3 * settleTime);
    const after = await taskTime(session);
    const { enter, firstToken } = await readObserved(page);
    if (firstToken <= 0) throw new Error(`No answer came on ${url}`);
    return { firstToken: firstToken - enter, mainThread: after - before };
  });
}

/** Types all the while a long answer is being written. */
export async function measureTyping(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies,
  tokens: number,
): Promise<TypingMeasurement> {
  const pace = { first: 300, tokens, every: 10 };
  return withPage(browser, profile, cookies, async (page) => {
    await open(page, url);
    await page.locator('#message').fill(questionFor(pace));
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(2 * settleTime);
    await forgetLongest(page);
    const until = performance.now() + timeOf(pace) - settleTime;
    let keys = 0;
    while (performance.now() < until) {
      await page.keyboard.press('abcdefghij'[keys % 10] ?? 'a');
      keys += 1;
      await page.waitForTimeout(keyEvery);
    }
    const { longestKeyDelay, longestTask } = await readObserved(page);
    return { longestKeyDelay, longestTask, keys };
  });
}

/** Opens a chat and waits until it is at rest. */
async function open(page: Page, url: string): Promise<void> {
  await observeChat(page.context());
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('#message').waitFor();
  await page.waitForTimeout(settleTime);
}

function timeOf({ first, tokens, every }: Pace): number {
  return first + tokens * every;
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}
