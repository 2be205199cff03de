import { longConversation } from '../bench/chat/measureLong.ts';
import { expectNothingWrong } from './axe.ts';
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

  await test.step('is searched whole, also where it is not drawn', async () => {
    await page.keyboard.press('Control+F');
    const field = page.getByRole('textbox', { name: 'Find in this conversation' });
    await expect(field).toBeFocused();
    await field.fill('question 150:');
    await expect(page.getByText('1 / 1', { exact: true })).toBeVisible();
    await expect(page.getByText('Question 150:')).toBeInViewport();
    const tips = { 'Previous match': 'Shift + Enter', 'Next match': 'Enter', Close: 'Esc' };
    for (const [name, keys] of Object.entries(tips))
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute(
        'title',
        `${name} (${keys})`,
      );
    await field.fill('no such words');
    await expect(page.getByText('Not found')).toBeVisible();
    await field.fill('these are the last words');
    await expect(end).toBeInViewport();
    await expect(field).toBeFocused();
    await expectNothingWrong(page, 'search:has(#find)');
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(chat.message).toBeFocused();
  });

  await test.step('is printed whole and light, without sidebar and message box', async () => {
    const printed = page.evaluate(
      () => new Promise<void>((resolve) => (globalThis.print = () => resolve())),
    );
    await page.keyboard.press('Control+P');
    await printed;
    await page.emulateMedia({ media: 'print' });
    await expect(chat.sidebar).toBeHidden();
    await expect(chat.message).toBeHidden();
    await expect(chat.messages).toHaveCount(400);
    for (const message of [chat.messages.first(), chat.last]) await expect(message).toBeVisible();
    const paper = await page.evaluate(() => ({
      color: getComputedStyle(document.body).color,
      cut: [...document.querySelectorAll('main *')].filter((one) => {
        const { overflowY } = getComputedStyle(one);
        return ['auto', 'scroll'].includes(overflowY) && one.scrollHeight > one.clientHeight + 1;
      }).length,
    }));
    // The ink of the light mode.
    expect(paper).toEqual({ color: 'oklch(0.24 0.012 50)', cut: 0 });
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(chat.messages).toHaveCount(0);
  });
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
