import type { Page } from '@playwright/test';
import { pdf } from '../setup/files.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { ChatPage } from './pages/ChatPage.ts';

/** One violet pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type GivenFile = { name: string; type: string; base64: string };

const picture: GivenFile = { name: 'pixel.png', type: 'image/png', base64: pixel };
const notes: GivenFile = { name: 'notes.txt', type: 'text/plain', base64: btoa('Buy bread.') };
const scan: GivenFile = {
  name: 'scan.pdf',
  type: 'application/pdf',
  base64: pdf(['']).toString('base64'),
};
const archive: GivenFile = { name: 'a.zip', type: '', base64: btoa('PK\u0003\u0004\0\0\0\0') };

test.beforeEach(({ signIn }) => signIn());

test('files are pasted and dropped, go to a model that takes them, and stay @both', async ({
  chat,
  page,
}) => {
  await chat.open('llama/llama-3.1-8b-instant');
  await expect(chat.balance).toBeVisible();
  await give(page, 'paste', [scan]);
  await expect(chat.files).toContainText(['scan.pdfNo text, only pictures']);
  await expect(page.getByText('cannot read a PDF without text')).toBeVisible();
  await page.getByRole('button', { name: 'Remove scan.pdf' }).click();
  await expect(page.getByText('cannot read a PDF without text')).toBeHidden();
  await give(page, 'paste', [picture]);
  await expect(chat.files).toContainText(['pixel.png']);
  await give(page, 'dragover', [notes]);
  await expect(page.getByText('Drop the files here')).toBeVisible();
  await give(page, 'drop', [notes, archive]);
  await expect(page.getByText('Drop the files here')).toBeHidden();
  await expect(chat.files).toContainText(['pixel.png', 'notes.txt10 byte']);
  const refused = page.getByRole('alert').filter({ hasText: 'a.zip' });
  await expect(refused).toContainText('is neither a picture nor a PDF nor text');
  await expectNothingWrong(page);

  await chat.message.fill('sandbox: fast 3');
  await expect(page.getByText('Llama-3.1-8b-instant cannot see pictures.')).toBeVisible();
  await expect(chat.send).toBeDisabled();
  await page.getByRole('link', { name: 'Ask GPT-3.5-turbo instead (1 credit)' }).click();
  await expect(page).toHaveURL('/en/chat/openai/gpt-3.5-turbo');
  await expect(chat.message).toHaveValue('sandbox: fast 3');
  await page.reload();
  await expect(chat.files).toContainText(['pixel.png', 'notes.txt']);
  await expect(chat.message).toHaveValue('sandbox: fast 3');
  await chat.send.dblclick();
  await expect(chat.answers).not.toHaveCount(0);
  await expect(chat.send).toBeVisible();
  await expect(chat.files).toHaveCount(0);
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.balance).toHaveText(/2 credits left$/);

  await page.reload();
  const open = page.getByRole('button', { name: 'Enlarge pixel.png' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'pixel.png' });
  await expect(dialog.getByRole('img', { name: 'pixel.png' })).toHaveJSProperty('naturalWidth', 1);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'notes.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('notes.txt');
});

test('the price stays beside the characters that are left and files on their way, and nothing moves @both', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await chat.open('openai/gpt-3.5-turbo');
  const foot = page.locator('#message-foot');
  const costs = '1 credit per question · 3 credits left';
  await expect(foot).toHaveText(costs);
  const height = () => foot.locator('..').evaluate((line) => line.getBoundingClientRect().height);
  const before = await height();
  await chat.message.fill('x'.repeat(47_990));
  await expect(foot).toHaveText(`10 characters left · ${costs}`);
  expect(await height()).toBe(before);
  expect(await cutLines(page)).toEqual([]);
  await chat.message.fill('Read this');
  await expect(foot).toHaveText(costs);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/chat/attachments?*', async (route) => {
    await released;
    await route.continue();
  });
  await give(page, 'paste', [notes]);
  await expect(foot).toHaveText(`Files are being uploaded… · ${costs}`);
  expect(await height()).toBe(before);
  expect(await cutLines(page)).toEqual([]);
  release();
  await expect(foot).toHaveText(costs);
});

test('a file that was not uploaded is named and in view, and is uploaded at the second try @both', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await chat.open('openai/gpt-3.5-turbo');
  await expect(chat.balance).toBeVisible();
  await page.route('**/api/chat/attachments?name=plan.txt', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Failed' } } }),
  );
  await give(page, 'paste', [picture, notes, { ...notes, name: 'plan.txt' }]);
  const failure = page.getByRole('alert').filter({ hasText: 'Not uploaded' });
  await expect(failure).toHaveText('plan.txtNot uploaded: try again or remove it.');
  const again = page.getByRole('button', { name: 'Upload plan.txt again' });
  await expect(again).toBeInViewport({ ratio: 1 });
  expect(await again.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await expect(chat.send).toBeDisabled();
  await expectNothingWrong(page);
  await page.unroute('**/api/chat/attachments?name=plan.txt');
  await again.press('Enter');
  await expect(chat.files).toContainText(['pixel.png', 'notes.txt', 'plan.txt10 byte']);
  await expect(failure).toBeHidden();
  await page.getByRole('button', { name: 'Remove pixel.png' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeFocused();
});

test('a question waits for the connection, and another model goes on with it @both', async ({
  chat,
  page,
  context,
}) => {
  await chat.open('openai/gpt-4o-mini');
  await expect(chat.balance).toBeVisible();
  const sandbox = page.getByText('A sandbox answers in place of this model');
  await expect(sandbox).toBeVisible();
  await context.setOffline(true);
  const offline = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(offline).toBeVisible();
  await expect(sandbox, 'one note at a time').toBeHidden();
  // The code of dialogs cannot be fetched now.
  await page.keyboard.press('Control+,');
  // React shows that it waits for 300 ms at least: until then, the dialog counts as being opened.
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await chat.message.fill('sandbox: fast 3');
  await chat.sendText();
  await expect(offline).toContainText('Not sent');
  await expect(chat.messages).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('You are back online.')).toBeVisible();
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('dialog', { name: 'Chat settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.messages).toHaveCount(0);
  await expect(chat.message).toHaveValue('sandbox: fast 3');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(chat.answers).toHaveText('delta 1 delta 2 delta 3');
  await expect(page).toHaveURL(/gpt-4o-mini\/c\/[-\da-f]{36}$/);
  const conversation = page.url().split('/').at(-1);

  await chooseWithKeys(chat);
  await expect(page).toHaveURL(`/en/chat/openai/gpt-3.5-turbo/c/${conversation}`);
  await chat.message.fill('sandbox: fast 2');
  await chat.sendText();
  await expect(chat.answers.last()).toHaveText('delta 1 delta 2');
  await expect(chat.messages).toHaveCount(4);
  await expect(page).toHaveURL(`/en/chat/openai/gpt-3.5-turbo/c/${conversation}`);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  // A keyboard on the screen, and a phone that lies on its side.
  for (const size of [
    { width: 360, height: 320 },
    { width: 740, height: 200 },
  ]) {
    await page.setViewportSize(size);
    await expect(chat.message).toBeInViewport({ ratio: 1 });
    await expect(chat.send).toBeInViewport({ ratio: 1 });
  }
});

test('questions follow an answer that streams, and two tabs have two drafts of a new chat @both', async ({
  chat,
  page,
  context,
}) => {
  await chat.open('openai/gpt-4o-mini');
  await chat.ask('sandbox: pause 6000');
  await expect(chat.stop).toBeEnabled();
  const queue = page.getByRole('region', { name: 'Queued questions' });
  const add = page.getByRole('button', { name: 'Send after this answer' });
  await chat.message.fill('sandbox: fast 1');
  await add.click();
  await chat.message.fill('Forget this');
  await chat.message.press('Control+Enter');
  await expect(queue.getByRole('listitem')).toHaveText(['sandbox: fast 1', 'Forget this']);
  await expectNothingWrong(page);
  await queue.getByRole('button', { name: 'Remove this question' }).last().click();
  await queue.getByRole('button', { name: 'Edit this question' }).click();
  await expect(queue).toBeHidden();
  await expect(chat.message).toBeFocused();
  await expect(chat.message).toHaveValue('sandbox: fast 1');
  await chat.message.fill('sandbox: fast 2');
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await cutLines(page), 'two buttons leave room for the whole price').toEqual([]);
  if (before) await page.setViewportSize(before);
  await add.click();
  await expect(queue.getByRole('listitem')).toHaveText('sandbox: fast 2');
  await expect(chat.answers).toHaveCount(2);
  await expect(queue).toBeHidden();
  await expect(chat.answers.last()).toHaveText('delta 1 delta 2');
  await expect(chat.send).toBeVisible();

  const other = new ChatPage(await context.newPage());
  for (const [tab, text] of [
    [chat, 'One'],
    [other, 'Other'],
  ] as const) {
    await tab.open('openai/gpt-4o-mini');
    await expect(tab.balance).toBeVisible();
    await expect(tab.message).toHaveValue('');
    await tab.message.fill(text);
  }
  for (const tab of [other, chat]) await tab.page.reload();
  await expect(chat.message).toHaveValue('One');
  await expect(other.message).toHaveValue('Other');
});

/** The texts below the message box whose ends are cut. */
function cutLines(page: Page): Promise<string[]> {
  return page
    .locator('#message-foot [class*=truncate]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent ?? ''),
    );
}

async function chooseWithKeys({ page, modelSwitch }: ChatPage): Promise<void> {
  await modelSwitch.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Choose a model' });
  const chosen = menu.locator('[aria-current]');
  await expect(chosen).toBeFocused();
  // The menu does not cover its button, also below a banner.
  const [above, below] = await Promise.all([modelSwitch.boundingBox(), menu.boundingBox()]);
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  await expect(menu.getByText('Working')).toHaveCount(0);
  await expectNothingWrong(page);
  await expect(menu.getByRole('link', { name: 'How to choose a model' })).toHaveAttribute(
    'href',
    '/en/help/choosing-a-model',
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
}

/** Gives files to the page as a person does who pastes them, or drags them with the mouse. */
async function give(
  page: Page,
  how: 'paste' | 'dragover' | 'drop',
  files: GivenFile[],
): Promise<void> {
  await page.evaluate(
    ([kind, given]) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      // As file managers do.
      if (kind === 'paste')
        transfer.setData('text/plain', given.map(({ name }) => name).join('\n'));
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
          : new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true });
      (document.querySelector(kind === 'paste' ? '#message' : 'main') ?? document).dispatchEvent(
        event,
      );
    },
    [how, files] as const,
  );
}
