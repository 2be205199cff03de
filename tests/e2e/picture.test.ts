import { setPicture } from './accounts.ts';
import { expect, test } from './fixtures.ts';

/** A picture of this site, one that is not there, and one of another host, which no page asks. */
const pictures = [
  ['/apple-touch-icon.png', '/apple-touch-icon.png'],
  ['/no-such-picture.png', '/avatar.png'],
  ['https://pictures.example/1.png', '/avatar.png'],
] as const;

test('the picture of the account is in the bar of the site and of the chat @long', async ({
  page,
  site,
  chat,
  signIn,
}) => {
  const { email } = await signIn();
  for (const [picture, shown] of pictures) {
    await setPicture(email, picture);
    await site.open('/en');
    const image = page.getByRole('banner').locator('.avatar-anchor img');
    await expect(image).toHaveAttribute('src', shown);
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeTruthy();
    await expect(image).toHaveCSS('width', '32px');
    await expect(image).toHaveCSS('height', '32px');
    await chat.open('settings');
    await expect(chat.sidebar.getByRole('presentation')).toHaveAttribute('src', shown);
  }
});

test('the balance in the account menu is 0 if the account has none @long', async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await page.route('**/api/account', async (route) => {
    const response = await route.fetch();
    const { credit: _, ...account } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: account });
  });
  await site.open('/en');
  await site.openAccount();
  await expect(site.accountMenu).toContainText(/Credits\s*0/);
});
