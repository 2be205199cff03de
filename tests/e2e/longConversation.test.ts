import { longConversation } from '../bench/chat/measureLong.ts';
import { expect, test } from './fixtures.ts';

test('a long conversation opens at its end, stays there while the rest loads, and has all of it @both', async ({
  chat,
  page,
  context,
  baseURL,
  signIn,
}) => {
  await signIn();
  const headers = { origin: baseURL ?? '', 'content-type': 'application/json' };
  const imported = await context.request.post('/api/chat/import', {
    headers,
    data: longConversation(400),
  });
  expect(await imported.json()).toMatchObject({ imported: 1 });
  const { pinned } = await (await context.request.get('/api/chat/conversations')).json();
  await chat.open(`openai/gpt-4o-mini/c/${pinned[0].id}`);
  const end = page.getByText('These are the last words of it.');
  await expect(end).toBeInViewport();
  await expect(page.locator('main li[aria-setsize="400"]').last()).toBeVisible();
  await expect(end).toBeInViewport();
  expect(await page.locator('main li[aria-posinset]').count()).toBeLessThan(60);
  await page
    .getByRole('main')
    .getByText(/^Question 200/)
    .hover();
  await expect(async () => {
    await page.mouse.wheel(0, -30_000);
    await expect(page.getByText('Question 1:')).toBeInViewport({ timeout: 300 });
  }).toPass();
});

test('only the messages scroll, at three widths', async ({
  chat,
  page,
  context,
  baseURL,
  signIn,
}) => {
  await signIn();
  const headers = { origin: baseURL ?? '', 'content-type': 'application/json' };
  const data = longConversation(36);
  expect((await context.request.post('/api/chat/import', { headers, data })).ok()).toBe(true);
  const { pinned } = await (await context.request.get('/api/chat/conversations')).json();
  await chat.open(`openai/gpt-4o-mini/c/${pinned[0].id}`);
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(chat.message).toBeInViewport();
    const overflow = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      scrollTo(0, scrollHeight);
      return { beyond: scrollHeight - clientHeight, scrolled: scrollY };
    });
    expect(overflow).toEqual({ beyond: 0, scrolled: 0 });
  }
});
