import type { Browser, CDPSession, Page } from 'playwright';
import { type Cookies, withPage } from '../measurePage.ts';
import { pageSize, sizeOf } from '../pageSize.ts';
import type { Profile } from '../profiles.ts';
import { observeChat, readObserved } from './observe.ts';
import { type Pace, questionFor } from './pace.ts';

export type StartMeasurement = {
  /** From the navigation until the request that sends the question leaves, in milliseconds. */
  sent: number;
  /** Until the first words of its answer are on the screen. */
  firstToken: number;
  /** Script that had come when it left, inline and fetched, compressed by gzip. */
  scriptGzipBytes: number;
  /** Whether the whole typed text arrived in it. */
  isWhole: boolean;
};

/** A load without any input. */
export type AliveMeasurement = {
  /** From the navigation until all of the message box works, in milliseconds. */
  alive: number;
  /** Until the last script before that had come. */
  arrived: number;
  /** Script that had come by then, inline and fetched, compressed by gzip. */
  scriptGzipBytes: number;
};

type Seen = { time: number; url: string };

const pace: Pace = { first: 300, tokens: 5, every: 10 };
const pressEvery = 25;

/**
 * Loads the page cold, types as soon as there is a field, and presses Ctrl+Enter until the question leaves. Enter alone is a
 * new line on a phone.
 */
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
      await page.keyboard.press('Control+Enter');
      await page.waitForTimeout(pressEvery);
    }
    const { time, body } = network.question() ?? { time: 0, body: '' };
    await page.waitForFunction(() => (globalThis.observedChat?.firstToken ?? 0) > 0);
    const html = (await (await response)?.text()) ?? '';
    const scripts = network.scripts().filter((script) => script.time < time);
    return {
      sent: time,
      firstToken: (await readObserved(page)).firstToken,
      scriptGzipBytes: pageSize(html).script.gzip + (await gzipOf(page, scripts)),
      isWhole: body.includes(questionFor(pace)),
    };
  });
}

/** Loads the page cold and waits until its message box shows the price of a question: all of it works then. */
export async function measureAlive(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies,
): Promise<AliveMeasurement> {
  return withPage(browser, profile, cookies, async (page, session) => {
    const network = await watchNetwork(session);
    await observeChat(page.context());
    const response = await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => (globalThis.observedChat?.alive ?? 0) > 0);
    const { alive } = await readObserved(page);
    const html = (await response?.text()) ?? '';
    const scripts = network.scripts().filter((script) => script.time < alive);
    return {
      alive,
      arrived: Math.max(0, ...scripts.map((script) => script.time)),
      scriptGzipBytes: pageSize(html).script.gzip + (await gzipOf(page, scripts)),
    };
  });
}

/** Times are milliseconds since the navigation. */
async function watchNetwork(session: CDPSession) {
  const kinds = new Map<string, string>();
  const scripts: Seen[] = [];
  let begun = 0;
  let question: { time: number; body: string } | undefined;
  const since = (timestamp: number): number => (timestamp - begun) * 1_000;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    begun ||= timestamp;
    if (type === 'Script') kinds.set(requestId, request.url);
    const isQuestion = /\/(?:api\/chat\/questions|ask)$/.test(request.url);
    if (isQuestion && request.method === 'POST') {
      question ??= { time: since(timestamp), body: request.postData ?? '' };
    }
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const url = kinds.get(requestId);
    if (url !== undefined) scripts.push({ url, time: since(timestamp) });
  });
  await session.send('Network.enable');
  return { question: () => question, scripts: () => scripts };
}

/** The size of the same scripts compressed by gzip, for any encoding of the server. */
async function gzipOf(page: Page, scripts: readonly Seen[]): Promise<number> {
  const urls = [...new Set(scripts.map(({ url }) => url))];
  const texts = await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()));
  return texts.reduce((sum, text) => sum + sizeOf(text).gzip, 0);
}
