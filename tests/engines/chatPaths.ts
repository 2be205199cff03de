import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { questionWithPause, resumeAnswer } from './pausingUpstream.ts';
import type { Tab } from './tab.ts';
import type { Visit } from './visit.ts';

const chatPath = '/en/chat/llama/llama-3.1-8b-instant';
const messageField = '#message';
const balance = '#message-foot';
const answers = '.answer';
const loginPath = /^\/en\/login\?redirect=/;

/** Asking a model, and the steps after it. */
export function describeChat(engine: string, visit: Visit): void {
  it(`shows an answer as it arrives, and its price in ${engine}`, async () => {
    const tab = await visit.asUser();
    const pause = randomUUID().slice(0, 8);
    await openChat(tab);
    await ask(tab, questionWithPause('The beginning', pause, 'and the end'));
    await expect.poll(() => tab.texts(answers)).toEqual(['The beginning']);
    await tab.one('form button', 'Stop');
    await resumeAnswer(inject('site').upstreamUrl, pause);
    await expect.poll(() => tab.texts(answers)).toEqual(['The beginning and the end']);
    await tab.one('form button', 'Send');
    await expect
      .poll(() => tab.texts(balance))
      .toEqual([expect.stringMatching(/ 2 credits left$/)]);
  });

  it(`asks an edited question again in ${engine}`, async () => {
    const tab = await visit.asUser();
    await openChat(tab);
    await askToTheEnd(tab, 'First version');
    await tab.click('main button', 'Edit and ask again');
    await tab.fill('textarea', 'Second version', 'Your question');
    await tab.press('Enter');
    await expect.poll(() => tab.texts(answers)).toEqual(['Second version']);
    await tab.one('main fieldset span', '2/2');
  });

  it(`signs out to the login page, and stays signed out after Back in ${engine}`, async () => {
    const tab = await visit.asUser();
    await openChat(tab);
    await askToTheEnd(tab, 'A secret');
    await expect
      .poll(() => tab.texts(balance))
      .toEqual([expect.stringMatching(/ 2 credits left$/)]);
    await tab.click('nav button', 'Sign out');
    await expect.poll(() => tab.address()).toMatch(loginPath);
    await tab.back();
    // The page may then lead to the login page again, or be the browser's copy from before (the back/forward cache of
    // WebKit and Chromium), which shows the conversation without its user: a known fault, so the text is not asserted.
    await expect.poll(() => tab.texts(balance)).not.toContainEqual(expect.stringMatching(/ left$/));
  });

  it(`shows a shared conversation to strangers, and hides it from search engines in ${engine}`, async () => {
    const tab = await visit.asUser();
    await openChat(tab);
    await askToTheEnd(tab, 'Read this');
    await tab.click('header button', 'Share');
    await tab.click('dialog button', 'Create and copy link');
    const { href } = await tab.one('dialog li a');
    const stranger = await visit.asStranger();
    await stranger.open(href ?? '');
    await stranger.one('main h1', 'Read this');
    expect(await stranger.texts('[data-fill="messages"] > li')).toHaveLength(2);
    expect(await stranger.meta('robots')).toMatch(/\bnoindex\b/);
  });
}

async function openChat(tab: Tab): Promise<void> {
  await tab.open(chatPath);
  // Before, Enter does not send yet.
  await expect.poll(() => tab.texts(balance)).toEqual([expect.stringMatching(/ 3 credits left$/)]);
}

async function ask(tab: Tab, question: string): Promise<void> {
  await tab.fill(messageField, question);
  await tab.press('Enter');
}

async function askToTheEnd(tab: Tab, question: string): Promise<void> {
  await ask(tab, question);
  await expect.poll(() => tab.texts(answers)).toEqual([question]);
  await tab.one('form button', 'Send');
}
