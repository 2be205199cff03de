import type { Locator, Page } from '@playwright/test';
import { exportOf, toExport } from '../fixtures/conversationExport.ts';
import { expect, test } from './fixtures.ts';
import { ConversationList } from './pages/ConversationList.ts';

const count = 120;

test.beforeEach(async ({ signIn, context, baseURL }) => {
  await signIn();
  const now = Date.now();
  const conversations = Array.from({ length: count }, (_, place) => {
    const updated = new Date(now - place * 1_000).toISOString();
    const messages = [{ text: `Question ${place}`, created: updated }];
    return { ...toExport(`Conversation ${place}`, messages), updated };
  });
  const headers = { origin: baseURL ?? '' };
  const imported = await context.request.post('/api/chat/import', {
    headers: { ...headers, 'content-type': 'application/json' },
    data: exportOf(conversations),
  });
  expect(await imported.json()).toMatchObject({ imported: count });
});

test('the sidebar shows ten conversations, opens the oldest one, and is resized', async ({
  chat,
  page,
  context,
}) => {
  const list = new ConversationList(page);
  await chat.open('claude/claude-2');
  await expect(list.links.first()).toBeVisible();
  expect(await countVisible(list.links, chat.sidebar)).toBeGreaterThanOrEqual(10);
  await expect(chat.sidebar.getByRole('link', { name: 'Claude 2' })).toBeHidden();

  const before = encodeURIComponent(await oldestOfFirstPage(page));
  const older = await context.request.get(`/api/chat/conversations?size=100&before=${before}`);
  const { items } = (await older.json()) as { items: { id: string; title: string }[] };
  const last = items.at(-1);
  await chat.open(`openai/gpt-4o-mini/c/${last?.id ?? ''}`);
  const current = list.list.locator('[aria-current="page"]');
  await expect(current).toHaveText(last?.title ?? '');
  await expect(current).toBeInViewport();

  const handle = page.getByRole('slider', { name: 'Width of the chat menu' });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chat.sidebar).toHaveCSS('width', '256px');
  await page.keyboard.type('hello');
  await expect(chat.message, 'a slider uses no letters').toHaveValue('hello');
  await handle.focus();
  await page.keyboard.press('End');
  await page.reload();
  await expect(chat.sidebar).toHaveCSS('width', '400px');
  await expect(handle).toHaveValue('400');
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(handle).toHaveValue('368');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.mouse.move(400, 300);
  await page.mouse.down();
  await page.mouse.move(300, 300);
  await page.mouse.up();
  await expect(chat.sidebar).toHaveCSS('width', '300px');
  await page.mouse.dblclick(300, 300);
  await expect(chat.sidebar).toHaveCSS('width', '240px');
});

test('the drawer shows eight conversations below the names of two GPTs @phone', async ({
  chat,
  page,
  context,
}) => {
  const list = new ConversationList(page);
  for (const id of ['regex-workbench', 'chart-picker', 'bug-hunt-partner']) {
    await context.request.put(`/api/gpts/collection/${id}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      failOnStatusCode: true,
    });
  }
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toBeVisible();
  await list.reveal();
  await expect(chat.sidebar).toBeInViewport({ ratio: 1 });
  await expect(list.links.first()).toBeVisible();
  const names = chat.sidebar.locator('a[href*="/chat/g/"] span.truncate').filter({ visible: true });
  await expect(names).toHaveText(['Bug Hunt Partner', 'Chart Picker']);
  expect(await names.evaluateAll((all) => all.map((name) => name.clientWidth > 60))).toEqual([
    true,
    true,
  ]);
  expect(await countVisible(list.links, chat.sidebar)).toBeGreaterThanOrEqual(8);
  await expect(chat.sidebar.getByText('3 credits left')).toBeInViewport();
});

/** Returns the number of links that are visible as a whole. */
async function countVisible(links: Locator, sidebar: Locator): Promise<number> {
  const scroller = await sidebar.locator('.overflow-y-auto').boundingBox();
  if (!scroller) return 0;
  const { y, height } = scroller;
  const boxes = await links.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().toJSON()),
  );
  return boxes.filter((box) => box.top >= y && box.bottom <= y + height).length;
}

/** Returns the cursor of the conversations after those that the page loads. */
async function oldestOfFirstPage(page: Page): Promise<string> {
  const response = await page.request.get('/api/chat/conversations?size=50');
  const { items } = (await response.json()) as { items: { updated: string }[] };
  return items.at(-1)?.updated ?? '';
}
