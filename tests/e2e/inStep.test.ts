import type { Browser, Page } from '@playwright/test';
import { expect, someAddress, test } from './fixtures.ts';
import { ChatPage } from './pages/ChatPage.ts';
import { ConversationList } from './pages/ConversationList.ts';

/** The time within which another device shows a change. */
const soon = { timeout: 2_000 };

test.beforeEach(({ signIn }) => signIn());

test('two devices show each other’s questions, answers, titles and deletions within two seconds @both', async ({
  chat,
  page,
  browser,
}) => {
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('sandbox: fast 1');
  const other = await openOnOtherDevice(page, browser);
  const there = new ChatPage(other);
  const list = new ConversationList(page);

  await test.step('a question and its answer', async () => {
    await expect(there.messages).toHaveCount(2);
    await chat.ask('sandbox: fast 2');
    await expect(there.messages).toHaveCount(4, soon);
    await expect(there.last).toContainText('delta 1 delta 2', soon);
    await chat.send.waitFor();
  });

  await test.step('a question that was asked while it was offline', async () => {
    await other.context().setOffline(true);
    await chat.askToTheEnd('sandbox: fast 3');
    await other.context().setOffline(false);
    await expect(there.messages).toHaveCount(6, soon);
  });

  await test.step('a title and a deletion', async () => {
    await list.choose('sandbox: fast 1', 'Rename');
    await page.keyboard.type('Elsewhere');
    await page.keyboard.press('Enter');
    await expect(other).toHaveTitle('Elsewhere · Dolores', soon);
    await there.message.fill('Half a question');
    await list.choose('Elsewhere', 'Delete');
    await expect(other).toHaveURL('/en/chat/openai/gpt-4o-mini', soon);
    await expect(other.getByText('deleted elsewhere')).toBeVisible();
    await expect(there.messages).toHaveCount(0);
    await expect(there.message).toHaveValue('Half a question');
  });
  await other.context().close();
});

test('a question on a stale view waits for its user, who sends it again or as a branch @both', async ({
  chat,
  page,
  browser,
}) => {
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('sandbox: fast 1');
  // This device receives no changes.
  const other = await openOnOtherDevice(page, browser, (path) => path === '/api/chat/changes');
  const there = new ChatPage(other);
  await expect(there.messages).toHaveCount(2);

  await test.step('shows the newer messages, and sends it after them', async () => {
    await chat.askToTheEnd('sandbox: fast 2');
    await there.ask('sandbox: fast 3');
    await expect(there.messages).toHaveCount(5);
    await expect(there.last.getByRole('alert')).toContainText('newer messages');
    await expect(there.last).toContainText('sandbox: fast 3');
    await expect(there.balance).toHaveText(/1 credit left$/);
    await there.last.getByRole('button', { name: 'Send again' }).click();
    await expect(there.messages).toHaveCount(6);
    await expect(there.last).toContainText('delta 3');
    await there.send.waitFor();
  });
  await other.context().close();
});

test('an answer left running has a dot in the sidebar and in the title until it was seen', async ({
  chat,
  page,
}) => {
  const list = new ConversationList(page);
  await chat.open('openai/gpt-4o-mini');
  await chat.ask('sandbox: stall 2');
  await expect(chat.answers).toContainText('delta');
  await page.getByRole('link', { name: 'New chat', exact: true }).first().click();
  const row = list.list.getByRole('link', { name: /^sandbox: stall 2/ });
  await expect(row).toHaveAccessibleName(/An answer is being written/);
  await page.reload();
  await expect(row).toHaveAccessibleName(/An answer is being written/);
  await page.evaluate(async () => {
    const { items } = await fetch('/api/chat/conversations').then(
      (response) => response.json() as Promise<{ items: { id: string }[] }>,
    );
    const path = `/api/chat/conversations/${items[0]?.id}`;
    const { messages } = await fetch(path).then(
      (response) => response.json() as Promise<{ messages: { answer: { id: string } | null }[] }>,
    );
    const answerId = messages.findLast(({ answer }) => answer)?.answer?.id;
    await fetch(`/api/chat/answers/${answerId}/stop`, { method: 'POST' });
  });
  await expect(row).toHaveAccessibleName(/New answer/);
  await expect(page).toHaveTitle(/^● /);
  await row.click();
  await expect(row).toHaveAccessibleName('sandbox: stall 2');
  await expect(page).toHaveTitle('sandbox: stall 2 · Dolores');
});

test('a shared conversation is copied as a link, and continued by a reader @both', async ({
  chat,
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('sandbox: fast 3');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const make = dialog.getByRole('button', { name: 'Create and copy link' });
  // Waits until the dialog has appeared.
  await make.hover();
  const before = await make.boundingBox();
  await make.click();
  const copied = dialog.getByRole('button', { name: 'Copied', exact: true });
  await expect(copied).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Open/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Copy link/ })).toHaveCount(0);
  expect((await copied.boundingBox())?.y, 'the list of links moves nothing').toBe(before?.y);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await signIn();
  await page.goto(address);
  await page.getByRole('link', { name: 'Continue this conversation' }).click();
  await expect(page).toHaveURL(/\/en\/chat\/openai\/gpt-4o-mini\/c\/[-\da-f]{36}$/);
  await expect(chat.messages).toHaveCount(2);
  if (await page.evaluate(() => matchMedia('(pointer: fine)').matches)) {
    await expect(chat.message).toBeFocused();
  }
  await chat.askToTheEnd('sandbox: fast 2');
  await expect(chat.messages).toHaveCount(4);
  await expect(chat.balance).toHaveText(/2 credits left$/);
});

/** Opens the page in another browser of the same user. `isBlocked`: requests that do not get through there. */
async function openOnOtherDevice(
  page: Page,
  browser: Browser,
  isBlocked: (path: string) => boolean = () => false,
): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  });
  const other = await context.newPage();
  await other.route(
    (url) => isBlocked(url.pathname),
    (route) => route.abort(),
  );
  const changes = other.waitForRequest('**/api/chat/changes');
  await other.goto(page.url());
  await changes;
  return other;
}
