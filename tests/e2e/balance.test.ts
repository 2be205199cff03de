import { expect, test } from './fixtures.ts';
import { ChatPage } from './pages/ChatPage.ts';

/** A question to Claude 2 holds two of the three credits that a new account has. */
const model = 'claude/claude-2';

/** The model begins, and is cut off after some seconds, which costs nothing. */
const failing = 'sandbox: cut 200';

const limit = 'You just reached your chats limit';

test.beforeEach(({ signIn }) => signIn());

test('a hold is given back when its answer fails while another chat and another tab are looked at', async ({
  page,
  chat,
  context,
}) => {
  const other = new ChatPage(await context.newPage());
  await other.open('openai/gpt-4-turbo');
  await chat.open(model);
  await chat.ask(failing);
  for (const tab of [chat, other])
    await expect(tab.balance).toHaveText(/1 credit left \(2 held\)$/);
  await expect(chat.notice).toContainText(limit);
  await page.getByRole('main').getByRole('link', { name: 'New chat', exact: true }).click();
  await expect(chat.messages).toHaveCount(0);
  for (const tab of [chat, other]) await expect(tab.balance).toHaveText(/3 credits left$/);
  await expect(chat.notice).toHaveCount(0);
});

test('a hold is given back when its conversation is cleared', async ({ page, chat }) => {
  await chat.open(model);
  await chat.ask('sandbox: slow');
  await expect(chat.balance).toHaveText(/1 credit left \(2 held\)$/);
  await expect(chat.notice).toContainText(limit);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await expect(chat.balance).toHaveText(/3 credits left$/);
  await expect(chat.notice).toHaveCount(0);
});
