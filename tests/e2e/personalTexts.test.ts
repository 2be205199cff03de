import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a user remembers a message, sees, edits and deletes the line, and writes custom instructions @both', async ({
  chat,
  page,
  signIn,
  toasts,
}) => {
  await signIn();
  await chat.open('llama/llama-3.1-8b-instant');
  await chat.askToTheEnd('I live in Lyon');
  await test.step('offers to remember what three clicks select, up to the element after the message', async () => {
    const toolbar = page.getByRole('toolbar', { name: 'Selected text' });
    for (const text of [chat.messages.first().getByText('I live in Lyon'), chat.answers]) {
      await text.click({ clickCount: 3 });
      await expect(toolbar.getByRole('button', { name: 'Remember this' })).toBeVisible();
      await page.mouse.click(1, 1);
      await expect(toolbar).toBeHidden();
    }
  });
  await test.step('remembers a message', async () => {
    await chat.messages.first().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remember this' }).click();
    const remembered = toasts.saying('Remembered. It goes with your next questions.');
    await remembered.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL('/en/chat/settings#memory');
  });
  const line = page.getByRole('textbox', { name: 'Line 1' });
  await test.step('edits the line, adds another one, deletes it and restores it', async () => {
    await expect(line).toHaveValue('I live in Lyon');
    await line.fill('I live in Pari');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await line.press('Enter');
    expect((await saved).ok()).toBe(true);
    await page.keyboard.type('s');
    await expect(line).toHaveValue('I live in Paris');
    await line.press('Enter');
    const added = page.getByRole('textbox', { name: 'New line' });
    await added.focus();
    await page.keyboard.insertText('I have a cat. '.repeat(25));
    await added.press('Enter');
    await expect(page.getByText('49 characters too long')).toBeVisible();
    await added.fill('I have two cats');
    const isTyped = Promise.withResolvers<void>();
    await page.route('**/memory/**', async (route) => {
      await isTyped.promise;
      await route.continue();
    });
    await added.press('Enter');
    await page.keyboard.type('and a');
    isTyped.resolve();
    await expect(page.getByText('2 of 50 lines')).toBeVisible();
    await expect(added).toHaveValue('and a');
    await added.fill('');
    await expectNothingWrong(page);
    await page.getByRole('button', { name: 'Delete line 2' }).click();
    await expect(page.getByText('1 of 50 lines')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete line 1' })).toBeFocused();
    await toasts.saying('The line is deleted.').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 of 50 lines')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as text' }).click();
    expect((await download).suggestedFilename()).toBe('memory.txt');
  });
  await test.step('writes custom instructions, which a reload keeps', async () => {
    const about = page.getByRole('textbox', { name: 'About you' });
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await about.fill('I teach biology');
    expect((await saved).ok()).toBe(true);
    await page.reload();
    await expect(about).toHaveValue('I teach biology');
    await expect(line).toHaveValue('I live in Paris');
  });
  await test.step('folds the thoughts of a model, and loads them when they are unfolded', async () => {
    await chat.open('llama/llama-3.1-8b-instant');
    await chat.askToTheEnd('<think>Let me see.</think>Hello');
    await expect(chat.answers).toHaveText('Hello');
    await page.reload();
    await chat.last.getByText('Thoughts of the model').click();
    await expect(chat.last.getByText('Let me see.')).toBeVisible();
  });
  await test.step('shortens a text that is too long to be remembered', async () => {
    await chat.open('llama/llama-3.1-8b-instant');
    await chat.askToTheEnd('A long text. '.repeat(30));
    await chat.last.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remember this' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remember this' });
    await expect(dialog.getByText('characters too long')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    await dialog.getByRole('textbox').fill('A short text');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(toasts.saying('Remembered.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});
