import { expect, test } from './fixtures.ts';

test('a broken part of the chat is reported and leaves the others, and the draft survives', async ({
  page,
  chat,
  signIn,
}) => {
  await signIn();
  await chat.open('llama/llama-3.1-8b-instant');
  await chat.askToTheEnd('Hello');
  await chat.message.fill('A draft that must stay');
  const question = page
    .getByRole('main')
    .locator('ol p')
    .filter({ hasText: /^Hello$/ })
    .first();
  // React throws when it removes an element that something else has removed.
  await question.evaluate((element) => element.remove());
  await page.getByRole('button', { name: 'Edit and ask again' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'The conversation stopped working' });
  await expect(note).toBeVisible();
  await expect(chat.message).toHaveValue('A draft that must stay');
  await expect(chat.sidebar).toBeVisible();
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.message).toHaveValue('A draft that must stay');
});

test('a page without its code after a publish reports it once, and the draft survives', async ({
  page,
  chat,
  signIn,
}) => {
  await signIn();
  await chat.open('llama/llama-3.1-8b-instant');
  await chat.message.fill('A draft that must stay');
  await page.route(/\/_astro\/.*\.js$/, (route) => route.fulfill({ status: 404 }));
  for (const screen of ['settings', 'media', 'gpts']) {
    await chat.sidebar.locator(`a[href$="/chat/${screen}"]`).click();
    await expect(page.getByText('There is a new version of this page.')).toHaveCount(1);
    await expect(page.getByText('The server cannot be reached')).toHaveCount(0);
  }
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(chat.message).toHaveValue('A draft that must stay');
  await expect(page.getByText('There is a new version of this page.')).toHaveCount(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('There is a new version of this page.')).toHaveCount(0);
  await expect(chat.message).toHaveValue('A draft that must stay');
});

test('a dialog of a page without its code after a publish offers to reload', async ({
  page,
  site,
  login,
}) => {
  await site.open();
  await page.route(/\/_astro\/.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await site.sign.click();
  await page.keyboard.type('someone@example.org');
  await login.getCode.click();
  const note = login.dialog.getByRole('alert');
  await expect(note).toContainText('There is a new version of this page.');
  await page.unrouteAll();
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(login.dialog).toBeHidden();
});
