import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { ChatPage } from './pages/ChatPage.ts';
import type { Toasts } from './pages/Toasts.ts';

/** The figures of section 9 of the specification, read off the page. */
test.describe('notifications', () => {
  test.beforeEach(async ({ context, page, chat, signIn }) => {
    await signIn();
    await context.grantPermissions(['clipboard-write', 'clipboard-read']);
    await page.clock.install();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('sandbox: fast 3');
  });

  test('are at the top right: 356 px wide, 32 px from the edges, 14 px apart, three at most', async ({
    page,
    chat,
    toasts,
  }) => {
    await chat.copy.click();
    await expect(toasts.all).toHaveCount(1);
    await expect(toasts.list).toHaveAttribute('data-x-position', 'right');
    await expect(toasts.list).toHaveAttribute('data-y-position', 'top');
    const visibleWidth = await page.evaluate(() => document.documentElement.clientWidth);
    await expect
      .poll(() => boxOf(toasts.all))
      .toMatchObject({ width: 356, x: visibleWidth - 356 - 32, y: 32 });

    await chat.copy.click();
    await expect(toasts.all).toHaveCount(2);
    await page.keyboard.press('Alt+T');
    await expect(toasts.all.first()).toHaveAttribute('data-expanded', 'true');
    await expect.poll(async () => (await boxOf(toasts.all.first())).y).toBe(32);
    for (let count = 3; count <= 4; count += 1) {
      await chat.copy.click();
      await expect(toasts.all).toHaveCount(count);
    }
    await expect(toasts.visible).toHaveCount(3);
    // They are drawn behind each other until a pointer comes.
    await toasts.all.first().hover();
    await expect(toasts.all.first()).toHaveAttribute('data-expanded', 'true');
    for (const place of [0, 1]) {
      const { y, height } = await boxOf(toasts.all.nth(place));
      await expect
        .poll(async () => (await boxOf(toasts.all.nth(place + 1))).y)
        .toBe(y + height + 14);
    }
  });

  test('are called Notifications, have a button Close toast, and take the focus with Alt+T; have rich colours, which distinguish success and failure', async ({
    context,
    page,
    chat,
    toasts,
  }) => {
    await chat.copy.click();
    const success = toasts.saying('The answer is copied.');
    await expect(success).toBeVisible();
    await expect(success).toHaveAttribute('data-rich-colors', 'true');
    const colour = await colourOf(success);
    await page.keyboard.press('Alt+T');
    await expect(toasts.list).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(toasts.all.first()).toBeFocused();
    await toasts.close.click();
    await expect(toasts.all).toHaveCount(0);

    await context.clearPermissions();
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await chat.copy.click();
    const failure = toasts.saying('Your browser did not allow copying.');
    await expect(failure).toBeVisible();
    expect(await colourOf(failure)).not.toBe(colour);
    for (const one of [colour, await colourOf(failure)])
      expect(one).not.toMatch(/rgba?\(255, 255, 255/);
  });

  // The rule of swiping is the library's: right or up, at least 20 px from press to release, or faster than 0.11 px a
  // millisecond.
  test('stay for 4000 ms and take 200 ms to go, or go when swiped by 20 px, not by 19, over their text and while other text is selected', async ({
    page,
    chat,
    toasts,
  }) => {
    await showOnStoppedClock(page, chat, toasts);
    await page.clock.runFor(3_900);
    await expect(toasts.all).toHaveAttribute('data-removed', 'false');
    await page.clock.runFor(100);
    await expect(toasts.all).toHaveAttribute('data-removed', 'true');
    await page.clock.runFor(150);
    await expect(toasts.all).toHaveCount(1);
    await page.clock.runFor(100);
    await expect(toasts.all).toHaveCount(0);

    await showAnother(page, chat, toasts, 1);
    await chat.answers.selectText();
    await swipe(page, toasts.saying('The answer is copied.').getByText('The answer'), 19);
    await expect(toasts.all).toHaveAttribute('data-removed', 'false');
    await chat.answers.selectText();
    await swipe(page, toasts.saying('The answer is copied.').getByText('The answer'), 20);
    await expect(toasts.all).toHaveAttribute('data-removed', 'true');
  });

  test('stay no longer when Alt+T was pressed and another element clicked @long', async ({
    page,
    chat,
    toasts,
  }) => {
    await chat.copy.click();
    await expect(toasts.all).toHaveCount(1);
    await showOnStoppedClock(page, chat, toasts, 2);
    await page.keyboard.press('Alt+T');
    await expect(toasts.list).toBeFocused();
    await expect(toasts.all.first()).toHaveAttribute('data-expanded', 'true');
    await page.clock.runFor(10_000);
    await expect(toasts.all).toHaveCount(2);
    await chat.heading.click({ force: true });
    await expect(toasts.all.first()).toHaveAttribute('data-expanded', 'false');
    await page.clock.runFor(4_300);
    await expect(toasts.all).toHaveCount(0);
  });
});

/** Shows one more notification on a stopped clock. The one before it loads their code. */
async function showOnStoppedClock(
  page: Page,
  chat: ChatPage,
  toasts: Toasts,
  shown = 1,
): Promise<void> {
  if (shown === 1) {
    await chat.copy.click();
    await toasts.close.click();
    await expect(toasts.all).toHaveCount(0);
  }
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await showAnother(page, chat, toasts, shown);
}

/** On a stopped clock. */
async function showAnother(
  page: Page,
  chat: ChatPage,
  toasts: Toasts,
  shown: number,
): Promise<void> {
  await chat.copy.click();
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return toasts.visible.count();
    })
    .toBe(shown);
}

/** From the middle of a text, in two movements, and slowly, so that the speed alone does not dismiss. */
async function swipe(page: Page, text: Locator, pixels: number): Promise<void> {
  const box = await boxOf(text);
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y);
  await page.mouse.move(x + pixels, y);
  await page.clock.runFor(1_000);
  await page.mouse.up();
  await page.clock.runFor(20);
}

async function boxOf(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page');
  return box;
}

function colourOf(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).backgroundColor);
}

test('the notification with Undo does not cover the pressed button', async ({
  chat,
  page,
  signIn,
  toasts,
}) => {
  await signIn();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await chat.open('llama/llama-3.1-8b-instant');
    await chat.askToTheEnd('Hello');
    await page.getByRole('button', { name: 'Clear history' }).click();
    const confirm = page.getByRole('button', { name: 'Delete and start new' });
    const pressed = await boxOf(confirm);
    await confirm.click();
    const undo = toasts.all.filter({ has: page.getByRole('button', { name: 'Undo' }) });
    await expect(undo).toHaveAttribute('data-mounted', 'true');
    await expect
      .poll(async () => {
        const { y, height } = await boxOf(undo);
        return y >= pressed.y + pressed.height || y + height <= pressed.y;
      })
      .toBe(true);
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(chat.answers).toHaveCount(1);
  }
});
