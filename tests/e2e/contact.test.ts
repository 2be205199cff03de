import { expect, test } from './fixtures.ts';

test('the contact form shows errors in place, and takes the message of a user', async ({
  site,
  page,
  signIn,
}) => {
  const { email } = await signIn();
  await site.open('/en/share');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  const main = page.getByRole('main');
  const message = main.getByLabel('Message');
  await message.click();
  await expect(main.getByLabel('Your e-mail address')).toHaveValue(email);
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByRole('alert')).toHaveText(/Nothing was sent yet/);
  await expect(main.getByText('Write a message.')).toBeVisible();
  await expect(main.getByLabel('Topic')).toBeFocused();
  await message.fill('Where is my order?');
  await expect(main.getByText('Write a message.')).toBeHidden();
  await main.getByLabel('Topic').selectOption('Payment');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByText('Your message has arrived')).toBeVisible();
  await expect(main.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)).toBeVisible();
  await expect(message).toBeHidden();
});
