import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Every model with its group, as the specification names them. */
const models = [
  'openai/gpt-3.5-turbo',
  'openai/gpt-4o-mini',
  'openai/gpt-4-1106-preview',
  'openai/gpt-4-turbo',
  'claude/claude-2',
  'claude/claude-3-sonnet',
  'claude/claude-3.5-sonnet',
  'claude/claude-3-opus',
  'llama/llama-3.1-8b-instant',
  'llama/llama-3.1-70b-versatile',
  'art/dall-e-3',
  'art/suno-v3',
  'art/luma-video',
];

test.describe('the top bar', () => {
  test('opens eight places in the specified order, and the foot the privacy policy', async ({
    site,
    page,
    signIn,
  }) => {
    await signIn();
    const places: [name: string, path: string, heading: string][] = [
      ['GPTs', '/en', 'Find a GPT'],
      ['AI Search', '/en/chat/search', 'Ask this site'],
      ['Claude3', '/en/chat/claude/claude-3-opus', 'Claude 3 Opus'],
      ['OpenAI', '/en/chat/openai/gpt-4o-mini', 'GPT-4o-mini'],
      ['Llama', '/en/chat/llama/llama-3.1-8b-instant', 'Llama-3.1-8b-instant'],
      ['Luma', '/en/chat/art/luma-video', 'Luma-Video'],
      ['Ranking', '/en/ranking/all', 'All-time ranking'],
      ['Pricing', '/en/pricing', 'Pricing'],
    ];
    await site.open('/en/tags');
    const names = (await site.linksOf(site.menu)).map(([name]) => name);
    expect(names).toEqual(places.map(([name]) => name));
    for (const [name, path, heading] of places) {
      await site.menu.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await page.goBack();
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/en/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i);
  });
});

test.describe('the mobile line', () => {
  test('is 768 px: with one less, menu and sidebar become drawers', async ({
    site,
    chat,
    page,
    signIn,
  }) => {
    await signIn();
    const openSidebar = page.getByRole('button', { name: 'Open the chat menu' });
    await page.setViewportSize({ width: 768, height: 800 });
    await site.open();
    await expect(site.menu).toBeVisible();
    await expect(site.openDrawer).toBeHidden();
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toBeVisible();
    await expect(openSidebar).toBeHidden();
    expect(await chat.sidebar.boundingBox()).toEqual({ x: 0, y: 0, width: 240, height: 800 });
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(chat.sidebar).toBeHidden();
    await expect(openSidebar).toBeVisible();
    await openSidebar.click();
    await expect.poll(async () => (await chat.sidebar.boundingBox())?.x).toBe(0);
    expect((await chat.sidebar.boundingBox())?.width).toBe(240);
    await site.open();
    await expect(site.menu).toBeHidden();
    await expect(site.openDrawer).toBeVisible();
  });
});

test.describe('a hash route of /nextchat', () => {
  test('opens the chat of every model @long', async ({ chat, page, signIn }) => {
    await signIn();
    await page.goto('/nextchat#/start-chat/claude-2');
    await expect(page).toHaveURL('/en/chat/claude/claude-2');
    await expect(chat.heading).toContainText('Claude 2');
    await expect(chat.message).toBeEditable();
    // Of the others it is enough to see where they lead.
    await page.route('**/en/chat/**', (route) => route.fulfill({ contentType: 'text/html' }));
    for (const model of models) {
      await page.goto(`/nextchat#/start-chat/${model.split('/')[1]}`, { waitUntil: 'commit' });
      await page.waitForURL(`/en/chat/${model}`, { waitUntil: 'commit' });
    }
  });
});

test.describe('the settings of the chat area', () => {
  test('switch the whole area to dark and back, and are kept', async ({ chat, page, signIn }) => {
    await signIn();
    const held = Promise.withResolvers<void>();
    await page.route(/\/_astro\/AllSettings\.[^/]+\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await chat.open('settings');
    await expect(chat.heading).toHaveText('Settings');
    const spinner = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' });
    await expect(spinner).toBeVisible();
    held.resolve();
    for (const name of ['Display mode', 'Language']) {
      await expect(page.getByRole('main').getByRole('heading', { level: 3, name })).toBeVisible();
    }
    await expect(spinner).toHaveCount(0);
    const [light, dark] = ['Light', 'Dark'].map((name) => page.getByRole('radio', { name }));
    await expect(light ?? spinner).toBeChecked();
    const lightColours = await coloursOf(page);

    await page.getByText('Dark', { exact: true }).click();
    await expect(dark ?? spinner).toBeChecked();
    await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
    expect(await page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('true');
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toBeVisible();
    const darkColours = await coloursOf(page);
    for (const [index, colour] of darkColours.entries()) {
      expect(lightness(colour)).toBeLessThan(0.4);
      expect(lightness(lightColours[index] ?? '')).toBeGreaterThan(0.9);
    }
    await chat.open('settings');
    await page.getByText('Light', { exact: true }).click();
    await expect(page.locator('html')).not.toHaveClass(/(^| )dark( |$)/);
    expect(await page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('false');
    expect(await coloursOf(page)).toEqual(lightColours);
  });
});

/** Backgrounds of the chat area: the page and its sidebar. */
function coloursOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['html', '#sidebar'].map((selector) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element).backgroundColor : '';
    }),
  );
}

/** From 0 (black) to 1 (white). */
function lightness(colour: string): number {
  const [, value] = /^oklch\(([\d.]+) [-\d.]+ [-\d.]+\)$/.exec(colour) ?? [];
  if (value === undefined) throw new Error(`${colour} is no opaque colour`);
  return Number(value);
}
