import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Cookies, withPage } from '../measurePage.ts';
import { pageSize, sizeOf } from '../pageSize.ts';
import type { Profile } from '../profiles.ts';
import { type Observed, observeChat, readObserved } from './observe.ts';
import { type Pace, questionFor } from './pace.ts';

export type StartMeasurement = {
  /** From the navigation until the request that sends the question leaves, in milliseconds. */
  sent: number;
  /** Script that had come by then, inline and fetched, compressed by gzip. */
  scriptGzipBytes: number;
  /** Until all of the message box works; `undefined` where there is nothing to wait for. */
  alive: Alive | undefined;
  /** Until the first words of the answer are on the screen. */
  firstToken: number;
  /** Whether all that was typed arrived in it. */
  isWhole: boolean;
};

/** When that was, when the last script before it had come, and what all of them weigh. */
type Alive = { time: number; arrived: number; scriptGzipBytes: number };

type Seen = { time: number; url: string };

const pace: Pace = { first: 300, tokens: 5, every: 10 };
const pressEvery = 25;

/** Loads the page cold, types as soon as there is a field, and presses Enter until the question leaves. */
export async function measureStart(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies = [],
): Promise<StartMeasurement> {
  return withPage(browser, profile, cookies, async (page, session) => {
    const network = await watchNetwork(session);
    await observeChat(page.context());
    const response = page.goto(url, { waitUntil: 'commit' });
    await page.locator('#message').waitFor();
    await page.locator('#message').focus();
    await page.keyboard.insertText(questionFor(pace));
    while (!network.question()) {
      await page.keyboard.press('Enter');
      await page.waitForTimeout(pressEvery);
    }
    const { time, body } = network.question() ?? { time: 0, body: '' };
    const { alive, firstToken } = await shown(page);
    const inline = pageSize((await (await response)?.text()) ?? '').script.gzip;
    const since = (seconds: number): number => (seconds - network.begun()) * 1_000;
    const before = async (milliseconds: number) => {
      const times = network.scripts().map(({ url, time: at }) => ({ url, time: since(at) }));
      const come = times.filter((script) => script.time < milliseconds);
      const arrived = Math.max(0, ...come.map((script) => script.time));
      return { arrived, scriptGzipBytes: inline + (await gzipOf(page, come)) };
    };
    return {
      sent: since(time),
      scriptGzipBytes: (await before(since(time))).scriptGzipBytes,
      alive: alive > 0 ? { time: alive, ...(await before(alive)) } : undefined,
      firstToken,
      isWhole: body.includes(questionFor(pace)),
    };
  });
}

/** Waits for the answer, and for all of the message box where there is more of it than the bare page has. */
async function shown(page: Page): Promise<Observed> {
  await page.waitForFunction(() => {
    const { alive = 0, firstToken = 0 } = globalThis.observedChat ?? {};
    return firstToken > 0 && (alive > 0 || !document.querySelector('#message-foot'));
  });
  return readObserved(page);
}

async function watchNetwork(session: CDPSession) {
  const kinds = new Map<string, string>();
  const scripts: Seen[] = [];
  let begun = 0;
  let question: { time: number; body: string } | undefined;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    begun ||= timestamp;
    if (type === 'Script') kinds.set(requestId, request.url);
    const isQuestion = /\/(?:api\/chat\/questions|ask)$/.test(request.url);
    if (isQuestion && request.method === 'POST') {
      question ??= { time: timestamp, body: request.postData ?? '' };
    }
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const url = kinds.get(requestId);
    if (url !== undefined) scripts.push({ url, time: timestamp });
  });
  await session.send('Network.enable');
  return { begun: () => begun, question: () => question, scripts: () => scripts };
}

/** What the same scripts would weigh compressed by gzip, whichever way the server sent them. */
async function gzipOf(page: Page, scripts: readonly Seen[]): Promise<number> {
  const urls = [...new Set(scripts.map(({ url }) => url))];
  const texts = await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()));
  return texts.reduce((sum, text) => sum + sizeOf(text).gzip, 0);
}
