import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { breadConversation } from '../fixtures/chatGptExport.ts';
import { exportOf, toExport } from '../fixtures/conversationExport.ts';
import { expect, test } from './fixtures.ts';
import { ConversationList } from './pages/ConversationList.ts';
import { chatTemporarily, putAwayAndRestore } from './putAway.ts';

test.describe.configure({ timeout: 120_000 });

test.beforeEach(({ signIn }) => signIn());

test.describe('conversations', () => {
  test('are named, pinned, found, shared, exported, deleted and restored @both', async ({
    chat,
    page,
    toasts,
    browser,
  }) => {
    const list = new ConversationList(page);
    await test.step('begin temporarily', () => chatTemporarily(page, chat, list));
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('请帮我规划一次去云南的旅行');
    await chat.open('openai/gpt-3.5-turbo');
    await chat.askToTheEnd('sandbox: fast 3');

    await test.step('renamed in place, and pinned', async () => {
      await list.reveal();
      // Within the list: a phone scrolls a field that has the focus away from its keyboard.
      const placeOf = async (locator: Locator) => {
        const [box, around] = await Promise.all([locator.boundingBox(), list.list.boundingBox()]);
        return [(box?.y ?? 0) - (around?.y ?? 0), box?.height];
      };
      const row = await placeOf(list.link('sandbox: fast 3'));
      await list.choose('sandbox: fast 3', 'Rename');
      const field = page.getByRole('textbox', { name: 'Title of the conversation' });
      await expect(field).toBeFocused();
      expect(await placeOf(field), 'nothing moves').toEqual(row);
      await field.fill('Three words');
      await field.press('Enter');
      await expect(list.link('Three words')).toBeFocused();
      await expect(page).toHaveTitle('Three words · Dolores');
      const pinned = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('pinned')),
      );
      await list.choose('请帮我规划一次去云南的旅行', 'Pin');
      await expect(list.list.getByRole('heading', { level: 3 })).toHaveText(['Pinned', 'Today']);
      await pinned;
      await page.reload();
      await list.reveal();
      await expect(list.links).toHaveText(['请帮我规划一次去云南的旅行', 'Three words']);
      await expect(list.link('Three words')).toHaveAttribute('aria-current', 'page');
    });

    await test.step('keep their drafts', async () => {
      await list.leave();
      await chat.message.fill('Half a question');
      await list.open('请帮我规划一次去云南的旅行');
      await expect(chat.message).toHaveValue('');
      await page.goBack();
      await expect(chat.message).toHaveValue('Half a question');
      await page.reload();
      await expect(chat.message).toHaveValue('Half a question');
      await chat.message.fill('');
    });

    await test.step('found by their words', async () => {
      await list.reveal();
      await page.getByRole('button', { name: 'Search conversations' }).click();
      await list.dialog.getByRole('searchbox').fill('云南');
      await expect(list.dialog.locator('mark').first()).toHaveText('云南');
      const found = list.dialog.locator('ul').first();
      expect(
        await found.evaluate((element) => element.scrollWidth - element.clientWidth),
      ).toBeLessThanOrEqual(0);
      await list.dialog.getByRole('link', { name: /^请帮我规划/ }).click();
      await expect(list.dialog).toBeHidden();
      await expect(page).toHaveTitle('请帮我规划一次去云南的旅行 · Dolores');
    });

    await test.step('shared, read by a stranger, and revoked', async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await list.dialog.getByRole('button', { name: 'Create and copy link' }).click();
      const link = list.dialog.getByRole('link', { name: /^Open/ });
      const path = (await link.getAttribute('href')) ?? '';
      const stranger = await browser.newPage();
      const address = new URL(path, page.url()).href;
      await stranger.goto(address);
      await expect(stranger.getByText('请帮我规划一次去云南的旅行').first()).toBeVisible();
      await list.dialog.getByRole('button', { name: /^Revoke/ }).click();
      await expect(link).toBeHidden();
      await expect(list.dialog.getByRole('button', { name: 'Create and copy link' })).toBeFocused();
      await expect
        .poll(async () => (await stranger.goto(address))?.status())
        .toBeGreaterThanOrEqual(404);
      await stranger.close();
      await page.keyboard.press('Escape');
    });

    let exported = '';
    await test.step('exported as files', async () => {
      const download = page.waitForEvent('download');
      await list.choose('Three words', 'Export as JSON');
      exported = await readFile(await (await download).path(), 'utf8');
      expect(exported).toContain('delta 3');
    });

    await test.step('deleted, and restored', async () => {
      await list.leave();
      const address = page.url();
      await page.getByRole('button', { name: 'Clear history' }).click();
      await expect(list.dialog).toContainText('For 30 days you can restore it');
      await list.dialog.getByRole('button', { name: 'Delete and start new' }).click();
      await expect(page).toHaveURL('/en/chat/openai/gpt-4o-mini');
      await expect(chat.messages).toHaveCount(0);
      await toasts.region.getByRole('button', { name: 'Undo' }).click();
      await expect(page).toHaveURL(address);
      await expect(chat.messages).toHaveCount(2);
      await list.choose('Three words', 'Delete');
      await expect(list.links).toHaveText(['请帮我规划一次去云南的旅行']);
    });

    await test.step('archived, put back, restored and deleted for good', () =>
      putAwayAndRestore(page, list, toasts));

    await test.step('are imported from files, and deleted all at once', async () => {
      await page.goto('/en/chat/settings');
      const choose = async (name: string, content: string): Promise<void> => {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Choose a file' }).click();
        await (await chooser).setFiles(file(name, content));
      };
      await choose('conversations.json', JSON.stringify([breadConversation]));
      await expect(page.getByText('1 conversation imported')).toBeVisible();
      await choose('conversations.json', JSON.stringify([breadConversation]));
      await expect(page.getByText('1 was here already')).toBeVisible();
      await choose('photo.json', 'no JSON');
      await expect(page.getByRole('alert')).toContainText('No conversations in this file');
      await choose('three.json', exported);
      await expect(page.getByText('three.json')).toBeVisible();
      await page.getByRole('button', { name: 'Delete all conversations' }).click();
      await expect(list.dialog).toContainText(/Delete all \d conversations\?/);
      await list.dialog.getByRole('button', { name: 'Delete all' }).click();
      await expect(toasts.saying('conversations were deleted.')).toBeVisible();
      await list.reveal();
      await expect(list.list).toContainText('Your conversations will be listed here.');
    });
  });

  test('from a file show in the page’s language shortened and unread parts @both @long', async ({
    page,
  }) => {
    const texts = Array.from({ length: 4_001 }, (_, place) => ({ text: `${place}` }));
    const long = toExport('Long talk', texts);
    const empty = toExport('Empty talk', []);
    await page.goto('/de/chat/settings');
    const content = JSON.stringify(exportOf([long, empty, 'no conversation']));
    const broken = content.replace('"no conversation"', '\n{ "id": }');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Datei auswählen' }).click();
    await (await chooser).setFiles(file('lang.json', broken));
    await expect(page.getByText('1 Unterhaltung importiert')).toBeVisible();
    const report = page.getByRole('status').filter({ hasText: 'lang.json' });
    await expect(report.getByRole('listitem')).toHaveText([
      '1 Unterhaltung importiert',
      '1 wurde gekürzt: Die neuesten Nachrichten sind erhalten, ein zu langer Text endet mit […]',
      /^Long talk: Jede Frage enthält die neuesten 1\.000 von 4\.000 Nachrichten/,
      /^2 ließen sich nicht importieren:/,
      'Empty talk: Sie enthält keine Nachrichten',
      'Zeile 2: Dieser Teil der Datei ist beschädigt',
    ]);
    await expect(report.locator('[lang]')).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(page.viewportSize()?.width);
  });

  test('are the same in two tabs', async ({ chat, page, context }) => {
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('sandbox: fast 3');
    const list = new ConversationList(page);
    const other = await context.newPage();
    await other.goto(page.url());
    const otherList = new ConversationList(other);
    await expect(otherList.links).toHaveText(['sandbox: fast 3']);
    // A tab that is covered draws once a second.
    await page.bringToFront();
    await list.choose('sandbox: fast 3', 'Rename');
    await page.keyboard.type('Elsewhere');
    await page.keyboard.press('Enter');
    await expect(otherList.links).toHaveText(['Elsewhere']);
    await expect(other).toHaveTitle('Elsewhere · Dolores');
    await list.choose('Elsewhere', 'Delete');
    await expect(other).toHaveURL('/en/chat/openai/gpt-4o-mini');
    await expect(other.getByText('deleted elsewhere')).toBeVisible();
    await page.keyboard.press('Control+,');
    const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
    await list.dialog.locator('[name="temperature"]').fill('0.5');
    await stored;
    await other.keyboard.press('Control+,');
    await expect(otherList.dialog.locator('[name="temperature"]')).toHaveValue('0.5');
    await page.evaluate(() => localStorage.setItem('dark-mode', 'true'));
    await expect(other.locator('html')).toHaveClass(/dark/);
  });
});

test.describe('the chat area by keyboard', () => {
  test('does all actions around a conversation', async ({ chat, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const list = new ConversationList(page);
    const press = (keys: string) => page.keyboard.press(keys);
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('sandbox: fast 3');
    const address = page.url();
    await press('Control+Shift+C');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('delta 1 delta 2 delta 3');
    await press('Control+Shift+O');
    await expect(page).toHaveURL('/en/chat/openai/gpt-4o-mini');
    await expect(chat.message).toBeFocused();

    await press('Control+K');
    await expect(list.dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('sandb');
    await expect(list.dialog.locator('mark').first()).toHaveText('sandb');
    await press('ArrowDown');
    await press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.locator('.message-shown')).toBeVisible();
    await expect(chat.message).toBeFocused();
    await press('Control+Shift+O');
    await press('Control+K');
    await page.keyboard.type('delta');
    await expect(list.dialog.locator('mark').first()).toHaveText('delta');
    await press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.locator('.message-shown')).toBeVisible();
    await expect(chat.message).toBeFocused();

    await list.links.first().focus();
    await press('F2');
    await page.keyboard.type('By keys');
    await press('Enter');
    await expect(list.link('By keys')).toBeFocused();
    await press('Shift+Escape');
    await expect(chat.message).toBeFocused();
    await page.keyboard.type('?');
    await expect(chat.message).toHaveValue('?');
    await press('Control+/');
    await expect(list.dialog).toContainText('Keyboard shortcuts');
    await expect(list.dialog.locator('dl').first()).toContainText('Ctrl');
    await expect(list.dialog.getByRole('heading', { level: 2 })).toBeFocused();
    await press('Escape');
    await expect(list.dialog).toBeHidden();
    await expect(chat.message).toBeFocused();

    await press('Control+,');
    await expect(list.dialog.getByLabel('Longest answer')).toHaveValue('');
    await expect(list.dialog.getByText('Loading')).toHaveCount(0);
    await expect(list.dialog.getByText('Saved'), 'without a change').toHaveCount(0);
    await list.dialog.getByLabel('Longest answer').fill('3');
    await expect(list.dialog.getByRole('alert').filter({ hasText: /./ })).toContainText('from 16');
    await expect(list.dialog.getByText('Saved')).toBeHidden();
    await list.dialog.getByLabel('Longest answer').fill('300');
    await list.dialog.getByLabel('Ctrl + Enter').check();
    await expect(list.dialog.getByText('Saved')).toBeVisible();
    await press('Escape');
    await page.reload();
    await expect(chat.balance).toBeVisible();
    await press('Control+,');
    await expect(list.dialog.getByLabel('Longest answer')).toHaveValue('300');
    await expect(list.dialog.getByLabel('Ctrl + Enter')).toBeChecked();
    await press('Escape');

    await list.links.first().focus();
    await press('Control+B');
    await expect(chat.sidebar).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open the chat menu' })).toBeFocused();
    await page.route('**/*.js', (route) => route.abort());
    await page.reload();
    await expect(chat.message).toBeVisible();
    await expect(chat.sidebar, 'hidden before any code has come').toBeHidden();
    await page.unroute('**/*.js');
    await page.reload();
    await expect(chat.balance).toBeVisible();
    await page.getByRole('button', { name: 'Open the chat menu' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Close the chat menu' })).toBeFocused();
    await list.link('By keys').focus();
    await press('Delete');
    await expect(list.list).toContainText('Your conversations will be listed here.');
    await expect(page).toHaveURL('/en/chat/openai/gpt-4o-mini');
  });
});

function file(name: string, content: string) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(content) };
}
