import { expect, test } from './fixtures.ts';
import { ChatPage } from './pages/ChatPage.ts';

/** A question to Claude 2 holds two of the three credits that a new account has. */
const model = 'claude/claude-2';

/** The model begins, and is cut off after some seconds, which costs nothing. */
const failing = 'sandbox: cut 200';

const limit = 'You just reached your chats limit';

test.beforeEach(({ signIn }) => signIn());

test('a hold is released when its answer fails while another chat and another tab are open', async ({
  chat,
  context,
}) => {
  const other = new ChatPage(await context.newPage());
  await other.open('openai/gpt-4-turbo');
  await chat.open(model);
  await chat.ask(failing);
  for (const tab of [chat, other])
    await expect(tab.balance).toHaveText(/1 credit left \(2\sheld\)$/);
  await expect(chat.notice).toContainText(limit);
  await chat.sidebar.getByRole('link', { name: 'New chat', exact: true }).click();
  await expect(chat.messages).toHaveCount(0);
  for (const tab of [chat, other]) await expect(tab.balance).toHaveText(/3 credits left$/);
  await expect(chat.notice).toHaveCount(0);
});

test('a hold is released when its conversation is deleted @long', async ({ page, chat }) => {
  await chat.open(model);
  await chat.ask('sandbox: slow');
  await expect(chat.balance).toHaveText(/1 credit left \(2\sheld\)$/);
  await expect(chat.notice).toContainText(limit);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('button', { name: 'Delete and start new' }).click();
  await expect(chat.balance).toHaveText(/3 credits left$/);
  await expect(chat.notice).toHaveCount(0);
});

test('a low balance is shown with the questions that it pays for, until the note is dismissed', async ({
  page,
  chat,
}) => {
  const warning = page.getByText('2 credits left: enough for 2 more questions like this.');
  // No other test lets this model fail: that it is slow would be said instead.
  await chat.open('openai/gpt-3.5-turbo');
  await expect(chat.balance).toHaveText(/3 credits left$/);
  await expect(warning).toHaveCount(0);
  await chat.askToTheEnd('sandbox: fast 3');
  await expect(warning).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get more credits' })).toHaveAttribute(
    'href',
    '/en/pricing',
  );
  await page.getByRole('button', { name: 'Dismiss this warning' }).click();
  await expect(warning).toHaveCount(0);
  await page.reload();
  await expect(chat.balance).toHaveText(/2 credits left$/);
  await expect(warning).toHaveCount(0);
  // Two credits do not pay for a more expensive model: a note before any text is typed, with a remedy.
  await chat.open('openai/gpt-4-1106-preview');
  await expect(chat.notice).toContainText(limit);
  await expect(chat.notice.getByRole('button').first()).toBeVisible();
  await expect(chat.notice.getByRole('link', { name: /plans|pricing/i })).toHaveAttribute(
    'href',
    '/en/pricing',
  );
});

test('a question that would pass an own limit is asked about @both', async ({ page, chat }) => {
  await page.goto('/en/chat/settings#limits');
  await page.getByLabel('Credits a day').fill('none');
  await expect(page.getByText('Enter a whole number')).toBeVisible();
  await page.getByLabel('Credits a day').fill('1');
  await page.getByRole('button', { name: 'Save limits' }).click();
  const form = page.locator('form', { has: page.getByLabel('Credits a day') });
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('sandbox: fast 2');
  await chat.ask('sandbox: fast 3');
  await expect(page.getByText('would pass your own daily limit')).toBeVisible();
  const change = page.getByRole('link', { name: 'Change my limit' });
  await expect(change).toHaveAttribute('href', '/en/chat/settings#limits');
  await page.getByRole('button', { name: 'Ask anyway' }).click();
  await expect(chat.answers).toHaveCount(2);
  await expect(chat.balance).toHaveText(/1 credit left$/);
});
