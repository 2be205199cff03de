import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('a phone with its keyboard open shows the message box, a small notice and the way to credits @phone', async ({
  chat,
  page,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize({ width: 360, height: 400 });
  await chat.open('claude/claude-3-opus');
  await expect(chat.notice).toContainText('You just reached your chats limit');
  const pricing = chat.notice.getByRole('link', { name: 'See plans and credit packs' });
  await expect(pricing).toBeInViewport({ ratio: 1 });
  await expect(chat.message).toBeInViewport({ ratio: 1 });
  const form = page.locator('form');
  expect(await bottomOf(chat.notice)).toBeLessThanOrEqual((await form.boundingBox())?.y ?? 0);
  await chat.notice.getByRole('button', { name: 'Show more' }).click();
  await expect(chat.notice).toContainText('10 credits');
  await expect(chat.message).toBeInViewport({ ratio: 1 });
  await chat.notice.getByRole('button', { name: 'Show less' }).click();
  await expect(pricing).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 360, height: 740 });
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toHaveText(/3 credits left$/);
  const gpts = page.getByRole('region', { name: 'GPTs to try' }).getByRole('link');
  const main = page.getByRole('main');
  const firstSteps = [
    chat.heading.getByText('What would you like to do?'),
    main.getByRole('button', { name: 'Explain compound interest' }),
    main.getByRole('button', { name: 'Ask about a file' }),
    main.getByRole('link', { name: 'AI search' }),
    gpts.filter({ hasNotText: 'All GPTs' }).nth(5),
  ];
  for (const step of firstSteps) await expect(step).toBeInViewport({ ratio: 1 });
  const before = await form.boundingBox();
  await chat.ask('sandbox: slow');
  await expect(chat.balance).toHaveText(/2 credits left \(1\sheld\)$/);
  expect(await form.boundingBox(), 'a hold moves nothing').toEqual(before);
  expect(await tooSmall(page.locator('header, form'))).toEqual([]);
  await chat.stop.click();
});

test('a phone shows the buttons below an answer in one line, and its price and time in a second @phone', async ({
  chat,
  signIn,
}) => {
  await signIn();
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('sandbox: fast 3');
  const again = chat.last.getByRole('button', { name: 'Regenerate · 1 credit' });
  await expect(again).toHaveText(/1 credit$/);
  await expect(again.getByText('Regenerate')).toBeHidden();
  const foot = chat.last.getByRole('button', { name: 'Copy', exact: true }).locator('..');
  const buttons = foot.getByRole('button');
  await expect(buttons).toHaveCount(6);
  const tops = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(1);
  expect((await foot.boundingBox())?.height).toBeLessThan(80);
  expect(await tooSmall(foot)).toEqual([]);
});

async function bottomOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
}

/** Returns the names of buttons and links that are smaller than a finger. */
function tooSmall(parts: Locator): Promise<string[]> {
  return parts.evaluateAll((elements) =>
    elements
      .flatMap((element) => [...element.querySelectorAll('a, button')])
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return target.checkVisibility() && Math.min(width, height) < 44;
      })
      .map((target) => target.ariaLabel ?? target.textContent),
  );
}
