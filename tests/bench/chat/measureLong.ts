import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { type Cookies, withPage } from '../measurePage.ts';
import type { Profile } from '../profiles.ts';
import { forgetLongest, observeChat, readObserved } from './observe.ts';
import { tokensOf } from './pace.ts';

export type LongMeasurement = {
  /** From the click on its entry until its last message is on the screen, in milliseconds. */
  open: number;
  /** The same where the page is loaded with it, from the navigation on. */
  load: number;
  /** While it is scrolled from its end to its beginning and back. */
  longestTask: number;
  mostElements: number;
};

const title = 'A very long conversation';
const lastWords = 'These are the last words of it.';
const format = 'dolores-conversations-1';
const wheels = 80;

/** A conversation of so many messages, in the format of our own export. */
export function longConversation(messages: number): string {
  const ids = Array.from({ length: messages }, () => randomUUID());
  const start = Date.UTC(2026, 0, 1);
  const list = ids.map((id, place) => ({
    id,
    parent_id: ids[place - 1] ?? null,
    role: place % 2 === 0 ? 'user' : 'assistant',
    text: textOf(place, messages),
    created: new Date(start + place * 1_000).toISOString(),
  }));
  const created = new Date(start).toISOString();
  const known = { id: randomUUID(), title, target: { model: 'gpt-4o-mini' }, pinned: true };
  const conversation = { ...known, created, updated: created, leaf_id: ids.at(-1), messages: list };
  return JSON.stringify({ format, conversations: [conversation] });
}

/** Opens the conversation that `longConversation` made, and scrolls through it. */
export async function measureLong(
  browser: Browser,
  profile: Profile,
  url: string,
  cookies: Cookies,
): Promise<LongMeasurement> {
  return withPage(browser, profile, cookies, async (page) => {
    await observeChat(page.context());
    await page.goto(url, { waitUntil: 'networkidle' });
    await want(page);
    await page.getByRole('link', { name: title }).first().click();
    const open = await appeared(page);
    await page.reload({ waitUntil: 'commit' });
    await want(page);
    const load = await appeared(page);
    await page.waitForTimeout(2_000);
    return { open: open.appeared - open.clicked, load: load.appeared, ...(await scroll(page)) };
  });
}

async function scroll(page: Page) {
  await forgetLongest(page);
  const box = await page.locator('main').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300);
  let mostElements = 0;
  for (let place = 0; place < wheels; place += 1) {
    await page.mouse.wheel(0, place < wheels / 2 ? -1_500 : 2_500);
    await page.waitForTimeout(60);
    if (place % 4 > 0) continue;
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    mostElements = Math.max(mostElements, elements);
  }
  const { longestTask } = await readObserved(page);
  return { longestTask, mostElements };
}

async function want(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.observedChat !== undefined);
  await page.evaluate((wanted) => {
    if (globalThis.observedChat) globalThis.observedChat.wanted = wanted;
  }, lastWords);
}

async function appeared(page: Page) {
  await page.waitForFunction(() => (globalThis.observedChat?.appeared ?? 0) > 0);
  return readObserved(page);
}

function textOf(place: number, messages: number): string {
  if (place === messages - 1) return lastWords;
  if (place % 2 === 0) return `Question ${place / 2 + 1}: what else is there to know about herons?`;
  return [...tokensOf(40 + ((place * 37) % 160))].join('');
}
