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

for (const language of ['en', 'zh', 'de']) {
  test(`the sign-in dialog shows its button on a small phone while the code is typed, in ${language}`, async ({
    site,
    login,
    page,
  }) => {
    // Without a mail, because a network gets few codes.
    await page.route('**/api/login/email?*', (route) =>
      route.fulfill({ json: { resend_seconds: 60, word: false } }),
    );
    await page.setViewportSize({ width: 360, height: 740 });
    await site.open(`/${language}`);
    await page.locator('[commandfor="login-dialog"]').click();
    const email = login.frame.locator('input[name="email"]');
    const code = login.frame.locator('input[name="code"]');
    const submit = login.frame.locator('button[type="submit"].button');
    const places = () =>
      login.frame
        .locator('form:not([method=dialog]) :is(input, button)')
        .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
    await expect(email, 'the form is alive').toBeFocused();
    await login.frame.evaluate((dialog) =>
      Promise.all(dialog.getAnimations().map(({ finished }) => finished)),
    );
    const before = await places();
    await email.press('Enter');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    expect(await places()).toEqual(before);
    await email.fill('somebody@example.org');
    await email.press('Enter');
    await expect(code).toBeFocused();
    expect(await places()).toEqual(before);
    await expect(submit).toBeInViewport({ ratio: 1 });
  });
}
