import { expect, test } from './fixtures.ts';
import { issueGiftCode } from './operator.ts';

test.describe('the redemption dialog', () => {
  test('fails, begins anew, succeeds once, and is reset by closing', async ({
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
    await expect(redeem.outcome).toContainText('We do not know this code.');
    await expect(redeem.code).toBeHidden();
    await redeem.again.click();
    await expect(redeem.code).toHaveValue('');
    await expect(redeem.confirm).toBeDisabled();

    await redeem.enter(code.toLowerCase());
    await expect(redeem.outcome).toContainText('Redemption successful!');
    await expect(redeem.outcome).toContainText('500 credits');
    await expect(redeem.useNow).toHaveAttribute('href', '/en');

    await redeem.close.click();
    await expect(redeem.dialog).toBeHidden();
    await site.openAccount();
    await expect(site.accountMenu.getByText('503', { exact: true })).toBeVisible();
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await redeem.enter(code);
    await expect(redeem.outcome).toContainText('You redeemed this code yourself on');
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

  test('keeps a code that was not sent because the connection was gone', async ({
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

  test('lets somebody without credits go on in the chat', async ({
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
