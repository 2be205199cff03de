import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';

test('finds a GPT, signs in, asks, pays exactly 1, and pays nothing for a failure @both', async ({
  page,
  home,
  gptPage,
  login,
  chat,
}) => {
  await home.open();
  await home.find('regex');
  await home.results.getByRole('option').first().click();
  await expect(gptPage.title).toHaveText('Regex Workbench');

  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const email = `${randomUUID()}@example.org`;
  await login.signIn(email);
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await page.keyboard.press('Escape');

  await gptPage.use.click();
  await expect(chat.balance).toContainText('3 credits left');
  await chat.ask('Match a date');
  await expect(chat.stop).toBeVisible();
  await expect(page.getByText('No model was asked.', { exact: true })).toBeVisible();
  await expect(chat.send).toBeVisible({ timeout: 30_000 });
  await expect(chat.balance).toContainText('2 credits left');

  await chat.ask('sandbox: fail 500');
  await expect(page.getByText('Free', { exact: true }).last()).toBeVisible();
  await expect(chat.balance).toContainText('2 credits left');

  await page.reload();
  await expect(page.getByRole('main').getByText('Match a date').first()).toBeVisible();
  await expect(chat.balance).toContainText('2 credits left');
});
