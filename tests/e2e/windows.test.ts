import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Narrow phones, languages with long words, and text as large as users of such phones set it. */
const windows = [
  { language: 'fr', width: 360, textSize: 100 },
  { language: 'de', width: 320, textSize: 200 },
] as const;

test('menus and dialogs of the chat stay inside a narrow window, also with text of twice the size @phone @long', async ({
  page,
  chat,
  signIn,
}) => {
  await signIn();
  await chat.open('llama/llama-3.1-8b-instant');
  await chat.askToTheEnd('Hello');
  const path = new URL(page.url()).pathname;
  for (const { language, width, textSize } of windows) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(path.replace('/en/', `/${language}/`));
    await chat.answers.waitFor();
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, textSize);
    const header = page.getByRole('main').locator('header');
    await fits(page, () => chat.last.locator('button[aria-haspopup="menu"]').last().click());
    for (const place of [0, 1])
      await fits(page, () => header.locator('button[aria-haspopup="dialog"]').nth(place).click());
    for (const key of ['Control+k', 'Control+/', 'Control+,'])
      await fits(page, () => page.keyboard.press(key));
  }
});

/** Opens something over the chat, compares it with the window, and closes it. */
async function fits(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  const opened = page.locator('dialog[open], [popover]:popover-open');
  await expect(opened.locator('a, button, input').first()).toBeVisible();
  await expect
    .poll(() =>
      opened.evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        const isInside = left >= 0 && right <= innerWidth;
        const scrollsSideways = one.scrollWidth > one.clientWidth;
        return { name: one.textContent.slice(0, 60), isInside, scrollsSideways };
      }),
    )
    .toMatchObject({ isInside: true, scrollsSideways: false });
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}
