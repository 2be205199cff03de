import { exportOf, toExport } from '../fixtures/conversationExport.ts';
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
  await expect(command).toHaveAttribute('data-active');
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
  await expect(palette.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await palette.getByRole('link', { name: /sessions/i }).click();
  await expect(page).toHaveURL('/en/chat/settings#sessions');
});

test('gives the caret back to the message box, however it is closed', async ({
  chat,
  page,
  signIn,
}) => {
  await signIn();
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => palette.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
    () => palette.getByRole('button', { name: 'New chat' }).press('Enter'),
  ];
  await chat.message.click();
  await page.keyboard.type('ac');
  await page.keyboard.press('ArrowLeft');
  for (const close of ways) {
    await page.keyboard.press('Control+K');
    await page.keyboard.type('new chat');
    await expect(palette.getByRole('button', { name: 'New chat' })).toBeVisible();
    await close();
    await expect(palette).toBeHidden();
    await expect(chat.message).toBeFocused();
    await page.keyboard.type('b');
  }
  await expect(chat.message).toHaveValue('abbbbc');
});

test('marks and announces what Enter opens: conversations by their titles come first', async ({
  chat,
  page,
  context,
  baseURL,
  signIn,
}) => {
  await signIn();
  const messages = [{ text: 'Which settings are there?', created: new Date().toISOString() }];
  await context.request.post('/api/chat/import', {
    headers: { origin: baseURL ?? '', 'content-type': 'application/json' },
    data: exportOf([toExport('About settings', messages)]),
  });
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toBeVisible();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('searchbox');
  const active = palette.locator('[data-active]');
  const headings = palette.getByRole('heading', { level: 3 });
  await expect(headings).toHaveText(['Recent', 'Commands', 'Chat menu']);
  await page.keyboard.type('settings');
  await expect(active).toHaveText(/^About settings/);
  await expect(active.locator('.mark')).toBeVisible();
  await expect(active.locator('svg')).toBeVisible();
  await expect(palette.getByRole('status').last()).toHaveText('Enter: About settings');
  await expect(headings.first()).toHaveText('Conversations');
  await expect(palette.getByText('Which settings are there?')).toBeVisible();
  await expect(palette.getByRole('link', { name: /^About settings/ })).toHaveCount(1);
  await expectNothingWrong(page);

  await page.keyboard.press('ArrowDown');
  await expect(palette.getByRole('button', { name: /^Chat settings/ })).toBeFocused();
  await expect(active.locator('svg')).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await expect(active).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page).toHaveTitle('About settings · Dolores');
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
