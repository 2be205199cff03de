import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Cookies, withPage } from '../measurePage.ts';
import type { Profile } from '../profiles.ts';
import { type Pace, questionFor } from './pace.ts';

/** Bytes of script memory after a collection, by the number of answers. */
export type HeapMeasurement = readonly { answers: number; bytes: number }[];

const pace: Pace = { first: 0, tokens: 60, every: 0 };
const looks = 5;

/** Asks one question after the other, each in a new chat, and looks at the memory now and then. */
export async function measureHeap(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies,
  answers: number,
): Promise<HeapMeasurement> {
  return withPage(browser, profile, cookies, async (page, session) => {
    const measured: { answers: number; bytes: number }[] = [];
    await page.goto(url, { waitUntil: 'networkidle' });
    for (let answered = 1; answered <= answers; answered += 1) {
      await askOnce(page);
      if (answered % Math.ceil(answers / looks) === 0) {
        measured.push({ answers: answered, bytes: await heapOf(session) });
      }
    }
    return measured;
  });
}

async function askOnce(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New chat', exact: true }).click();
  await page.locator('.answer').waitFor({ state: 'detached' });
  await page.locator('#message').fill(questionFor(pace));
  await page.locator('#message').press('Enter');
  await page.locator('.answer').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
