import { expect, newEmail, test } from './fixtures.ts';
import { readCode } from './mailbox.ts';

test('the sign-in dialog says why to sign in, moves nothing, and signs in by the fourth digit, once, also when it is pasted', async ({
  site,
  gptPage,
  login,
  page,
  requests,
}) => {
  await site.open('/en/gpts/regex-workbench');
  await gptPage.save.click();
  await expect(login.dialog).toContainText(
    'Sign in to save this GPT. A new account starts with 3 free credits.',
  );
  // The dialog moves while it opens.
  await login.dialog.evaluate((dialog) =>
    Promise.all(dialog.getAnimations().map(({ finished }) => finished)),
  );
  const places = () =>
    login.dialog
      .locator('form:not([method=dialog]) :is(input, button)')
      .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
  const before = await places();
  const email = newEmail();
  await login.email.fill(email);
  await login.getCode.click();
  await expect(login.code).toBeFocused();
  expect(await places()).toEqual(before);
  const code = await readCode(email);
  await page.keyboard.type(code === '1234' ? '4321' : '1234');
  await page.keyboard.press('Enter');
  await expect(login.code).toHaveAccessibleDescription('This code is not right. 4 tries left.');
  await expect(login.code).toHaveValue('');
  await expect(login.code).toBeFocused();
  expect(await places()).toEqual(before);
  await page.keyboard.insertText(code);
  await expect(site.account).toBeVisible();
  expect(requests.filter((request) => request === 'POST /api/login/email')).toHaveLength(2);
});
