import { expect, test } from './fixtures.ts';
import { translatePages } from './translator.ts';

test('the chat works while the browser translates the page', async ({
  page,
  chat,
  context,
  signIn,
}) => {
  await signIn();
  await translatePages(context);
  await chat.open('llama/llama-3.1-8b-instant');
  await expect(page.locator('font').first()).toBeAttached();
  await chat.askToTheEnd('A list:\n\n- **one** and `two`\n- three [link](https://a.example/)');
  await chat.askToTheEnd('Once more, with *marks* and text around them');
  await expect(chat.answers).toHaveCount(2);
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('marks');
  await expect(page.locator('dialog mark').first()).toBeVisible();
  await page.keyboard.press('Escape');
  for (const screen of ['settings', 'media', 'gpts']) {
    await chat.sidebar.locator(`a[href$="/chat/${screen}"]`).click();
    await expect(page.getByRole('main').locator('h1 + *').first()).toBeVisible();
  }
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(chat.answers).toHaveCount(2);
  await chat.message.fill('Hello');
  await expect(chat.send).toBeEnabled();
});
