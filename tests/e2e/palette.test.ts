import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('one field, there with its key, leads to models, GPTs, settings and commands', async ({
  chat,
  page,
  signIn,
}) => {
  await signIn();
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toBeVisible();
  const focused = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    requestAnimationFrame(() => resolve(document.activeElement?.id));
    return promise;
  });
  expect(focused, 'in the same frame').toBe('palette');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await page.keyboard.type('workbench');
  await expect(palette.getByRole('link', { name: 'Regex Workbench' })).toBeVisible();
  await palette.getByRole('searchbox').fill('zzqx');
  await expect(palette.getByText('Nothing found for “zzqx”.')).toBeVisible();
  await palette.getByRole('searchbox').fill('opus');
  await expect(palette.getByRole('link', { name: 'Claude 3 Opus' })).toBeVisible();
  await expectNothingWrong(page);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL('/en/chat/claude/claude-3-opus');
  await expect(chat.message).toBeFocused();

  await page.keyboard.press('Control+K');
  const command = palette.getByRole('button', { name: /^Chat settings/ });
  await expect(command.locator('kbd').first()).toContainText('Ctrl');
  await page.keyboard.type('chat settings');
  await page.keyboard.press('ArrowDown');
  await expect(command).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Chat settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.message).toBeFocused();

  await page.keyboard.press('Control+K');
  await page.keyboard.type('temporary');
  await palette.getByRole('button', { name: 'Temporary chat' }).click();
  await expect(page).toHaveURL(/\?temporary$/);
  await expect(chat.message).toBeFocused();

  await page.keyboard.press('Control+K');
  await page.keyboard.type('question model');
  await expect(
    palette.getByRole('link', { name: /^Choosing a model for the question at hand/ }),
  ).toHaveAttribute('href', '/en/help/choosing-a-model');
  await palette.getByRole('searchbox').fill('sessions');
  await palette
    .getByRole('link', { name: /Settings$/ })
    .first()
    .click();
  await expect(page).toHaveURL('/en/chat/settings#sessions');
});

test('renames the open conversation', async ({ chat, page, signIn }) => {
  await signIn();
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('sandbox: fast 2');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('rename');
  await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  const title = dialog.getByRole('textbox', { name: 'Title of the conversation' });
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('sandbox: fast 2');
  await expectNothingWrong(page);
  await page.keyboard.type('Two words');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(chat.sidebar.getByRole('link', { name: 'Two words' })).toBeVisible();
  await expect(page).toHaveTitle('Two words · Dolores');
  await expect(chat.message).toBeFocused();
});
