import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { ChatPage } from './pages/ChatPage.ts';
import type { ConversationList } from './pages/ConversationList.ts';
import type { Toasts } from './pages/Toasts.ts';

/**
 * Archives the one listed conversation and puts it back; restores `Three words`, which was deleted before, and deletes it
 * for good.
 */
export async function putAwayAndRestore(
  page: Page,
  list: ConversationList,
  toasts: Toasts,
): Promise<void> {
  await list.choose('请帮我规划一次去云南的旅行', 'Archive');
  await expect(toasts.saying('was archived.')).toBeVisible();
  await page.goto('/en/chat/settings#archived');
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByText('No conversation is archived.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Archived conversations' })).toBeFocused();
  await page.getByRole('button', { name: 'Restore Three words' }).click();
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await list.reveal();
  await expect(list.links).toHaveText(['请帮我规划一次去云南的旅行', 'Three words']);
  await list.choose('Three words', 'Delete');
  await page.goto('/en/chat/settings#deleted');
  await page.getByRole('button', { name: 'Delete all for good' }).click();
  await page.getByRole('button', { name: 'Delete all for good' }).click();
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
}

/**
 * Begins a temporary chat, asks in it, chooses another model, and leaves it for a new one: it is in no list, and deleted.
 * The message box of a new chat does not have the text of a closed temporary one.
 */
export async function chatTemporarily(
  page: Page,
  chat: ChatPage,
  list: ConversationList,
): Promise<void> {
  const closed = await page.context().newPage();
  const draft = new ChatPage(closed);
  await draft.open('openai/gpt-4o-mini?temporary');
  await draft.message.fill('Private words');
  const kept = () => closed.evaluate(() => Object.values(sessionStorage));
  await expect.poll(kept).toContain('Private words');
  await closed.close();
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toBeVisible();
  await expect(chat.message).toHaveValue('');
  await page.getByRole('button', { name: 'Temporary chat' }).click();
  await expect(page.getByText('is deleted when you leave it')).toBeVisible();
  await chat.askToTheEnd('sandbox: fast 2');
  await expect(page).toHaveURL('/en/chat/openai/gpt-4o-mini?temporary');
  await chat.message.fill('sandbox: fast 3');
  await chat.modelSwitch.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Llama-3.1-70b-versatile' }).click();
  await expect(page).toHaveURL('/en/chat/llama/llama-3.1-70b-versatile?temporary');
  await expect(chat.modelSwitch).toContainText('Llama-3.1-70b-versatile');
  await expect(chat.message).toHaveValue('sandbox: fast 3');
  await expect(chat.answers).toHaveCount(1);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  const newChat = page.getByRole('link', { name: 'New chat', exact: true });
  await newChat.filter({ visible: true }).first().click();
  expect((await deleted).status()).toBe(200);
  await expect(chat.messages).toHaveCount(0);
  await list.reveal();
  await expect(list.list).toContainText('Your conversations will be listed here.');
  await list.leave();
}
