import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';
import { issueGiftCode } from './operator.ts';
import { RedeemPage } from './pages/RedeemPage.ts';

test.describe('the redemption dialog', () => {
  test('fails, is reset, succeeds once, and is reset by closing', async ({
    site,
    redeem,
    page,
    signIn,
  }) => {
    await signIn();
    const code = await issueGiftCode(500);
    await site.open('/en/pricing');
    await site.openAccount();
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await expect(redeem.code).toBeFocused();
    await expect(redeem.confirm).toBeDisabled();
    await redeem.code.fill('  ');
    await expect(redeem.confirm).toBeDisabled();

    await redeem.enter('AAAA-BBBB-CCCC-DDDD');
    await expect(redeem.outcome).toContainText('Redemption failed!');
    await expect(redeem.outcome).toContainText('We do not know this gift code.');
    await expect(redeem.code).toBeHidden();
    await expect(redeem.outcome).toContainText('Nothing was charged.');
    await redeem.again.click();
    await expect(redeem.code).toHaveValue('AAAA-BBBB-CCCC-DDDD');
    await redeem.code.fill('AAAO');
    await expect(redeem.code).toHaveAccessibleDescription(/Gift codes never contain O\./);
    await redeem.code.fill('');
    await expect(redeem.confirm).toBeDisabled();

    await redeem.enter(code.toLowerCase());
    await expect(redeem.outcome).toContainText('Redemption successful!');
    await expect(redeem.outcome).toContainText('500 credits were added to your account.');
    await expect(redeem.outcome).toContainText('Your balance: 503 credits.');
    await expect(redeem.useNow).toHaveAttribute('href', '/en');

    await redeem.close.click();
    await expect(redeem.dialog).toBeHidden();
    await site.openAccount();
    await expect(site.accountMenu.getByText('503', { exact: true })).toBeVisible();
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await redeem.enter(code);
    await expect(redeem.outcome).toContainText('You redeemed this gift code yourself on');
    await page.keyboard.press('Escape');
    await expect(redeem.dialog).toBeHidden();
    await site.openAccount();
    await expect(site.accountMenu.getByText('503', { exact: true })).toBeVisible();

    // Whatever is not −1 means success.
    await page.route('**/api/product/code*', (route) =>
      route.fulfill({ json: { code: 7, msg: 'Seven at once.' } }),
    );
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await redeem.enter(code);
    await expect(redeem.outcome).toContainText('Redemption successful!');
    await expect(redeem.outcome).toContainText('Seven at once.');
  });

  test('keeps a code that was not sent because the connection was lost @long', async ({
    site,
    redeem,
    context,
    signIn,
  }) => {
    await signIn();
    await site.open();
    await site.openAccount();
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await expect(redeem.code).toBeFocused();
    await context.setOffline(true);
    await redeem.enter('AAAA-BBBB-CCCC-DDDD');
    await expect(redeem.code).toHaveAccessibleDescription(/The server cannot be reached/);
    await expect(redeem.code).toHaveValue('AAAA-BBBB-CCCC-DDDD');
    await expect(redeem.confirm).toBeEnabled();
  });

  test('lets a user without credits continue in the chat', async ({
    chat,
    redeem,
    page,
    signIn,
  }) => {
    await signIn();
    const code = await issueGiftCode(20);
    await chat.open('openai/gpt-4o-mini');
    for (const left of ['2 credits left', '1 credit left', '0 credits left']) {
      await chat.askToTheEnd('sandbox: fast 3');
      await expect(chat.balance).toContainText(left);
    }
    await expect(chat.notice).toContainText('You just reached your chats limit');
    await chat.message.fill('One more');
    await expect(chat.send).toBeDisabled();
    await page.getByRole('button', { name: 'Redeem a gift code' }).click();
    await redeem.enter(code);
    await expect(redeem.outcome).toContainText('Redemption successful!');
    await redeem.close.click();
    await expect(chat.balance).toContainText('20 credits left');
    await expect(chat.message).toHaveValue('One more');
    await chat.send.click();
    await expect(chat.balance).toContainText('19 credits left');
  });
});

const chinese = { code: '兑换码', confirm: '兑换', again: '重新输入兑换码', useNow: '立即使用' };

test.describe('the page for gift codes', () => {
  for (const [language, texts, failed, succeeded] of [
    ['en', undefined, 'Redemption failed!', 'Redemption successful!'],
    ['zh', chinese, '兑换失败！', '兑换成功！'],
  ] as const) {
    test(`fails, then succeeds in ${language} ${languageTags[language]}`, async ({
      site,
      page,
      signIn,
    }) => {
      await signIn();
      const code = await issueGiftCode(40);
      const form = new RedeemPage(page, texts);
      await site.open(`/${language}/redeem`);
      await form.code.click();
      await expect(form.confirm).toBeDisabled();
      await form.enter('AAAA-BBBB-CCCC-DDDD');
      await expect(form.main.getByText(failed)).toBeVisible();
      await form.again.click();
      await expect(form.code).toBeFocused();
      await form.enter(code);
      await expect(form.main.getByText(succeeded)).toBeVisible();
      await expect(form.main.getByRole('status')).toContainText('43');
      await expect(form.useNow).toHaveAttribute('href', `/${language}`);
      await expectNothingWrong(page, 'main');
    });
  }

  test('keeps the code of a visitor who signs in, there and after another page', async ({
    site,
    login,
    page,
  }) => {
    const code = await issueGiftCode(40);
    const form = new RedeemPage(page);
    await site.open('/en/pricing');
    await page.getByRole('main').getByRole('link', { name: 'All about gift codes' }).click();
    await form.enter(code);
    await expect(login.dialog).toBeVisible();
    expect(page.url()).not.toContain(code);
    // The window may have gone to Google and come back.
    await page.reload();
    await form.code.click();
    await expect(form.code).toHaveValue(code);
    await form.confirm.click();
    await login.signIn(newEmail());
    await expect(login.dialog).toBeHidden();
    await expect(form.code).toHaveAccessibleDescription(/You are signed in\./);
    await form.confirm.click();
    await expect(form.main.getByRole('status')).toContainText('Redemption successful!');
  });

  test('leads Gift code of the menu to its own field @long', async ({ site, page, signIn }) => {
    await signIn();
    await site.open('/en/redeem');
    await site.openAccount();
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await expect(new RedeemPage(page).code).toBeFocused();
    await expect(page.locator('#redeem-dialog')).toBeHidden();
  });
});

test.describe('the page for gift codes without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [language, texts, failed, succeeded] of [
    ['en', undefined, 'Redemption failed!', 'Redemption successful!'],
    ['zh', chinese, '兑换失败！', '兑换成功！'],
  ] as const) {
    test(`fails, then succeeds in ${language} ${languageTags[language]}`, async ({
      site,
      page,
      signIn,
    }) => {
      const code = await issueGiftCode(40);
      const form = new RedeemPage(page, texts);
      await site.open(`/${language}/redeem`);
      await form.enter(code);
      await expect(form.code).toHaveValue(code);
      await expect(form.main).toContainText(
        language === 'en' ? 'Sign in to redeem' : '登录后即可兑换',
      );
      await signIn();
      await form.enter('AAAA-BBBB-CCCC-DDDD');
      await expect(form.main).toContainText(failed);
      await form.again.click();
      await form.enter(code);
      await expect(form.main).toContainText(succeeded);
      await expect(form.main).toContainText('43');
      expect(page.url()).not.toContain(code);
      await form.useNow.click();
      await expect(page).toHaveURL(`/${language}`);
    });
  }
});
