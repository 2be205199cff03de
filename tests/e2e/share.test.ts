import { randomBytes, randomUUID } from 'node:crypto';
import { newOrderPath } from '#domain/orders/orderPaths.ts';
import { agePost } from './accounts.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';
import { readMail } from './mailbox.ts';
import { runCommand } from './operator.ts';
import { PayPage, chinesePay } from './pages/PayPage.ts';

const words = {
  en: {
    open: 'Send or check your post',
    send: 'Send post',
    nothing: 'Enter the address of the post, or choose a screenshot.',
    link: 'Address of the post',
    screenshot: 'Screenshot',
    submitted: 'Your post has arrived',
    waiting: 'Your post is being reviewed',
    accepted: 'Your post was accepted',
    code: 'Discount code',
    apply: 'Apply',
    applied: 'The code takes 20% off this order.',
    remove: 'Remove code',
    unknown: 'We do not know this discount code.',
    used: 'This discount code was used for another order.',
  },
  zh: {
    open: '提交分享或查看进度',
    send: '提交',
    nothing: '请填写分享的网址，或选择一张截图。',
    link: '分享的网址',
    screenshot: '截图',
    submitted: '已收到你的分享',
    waiting: '你的分享正在审核',
    accepted: '你的分享已通过',
    code: '优惠码',
    apply: '使用',
    applied: '该优惠码可为本订单减免 20%。',
    remove: '移除优惠码',
    unknown: '无法识别该优惠码。',
    used: '该优惠码已用于其他订单。',
  },
};

const pixel = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** A picture without an earlier reward: its last bytes are random. */
function newScreenshot() {
  const buffer = Buffer.concat([pixel, randomBytes(16)]);
  return { name: 'post.gif', mimeType: 'image/gif', buffer };
}

test.describe('the sharing plan', () => {
  test('is linked at the foot of a page, shows when it ends, and explains itself', async ({
    site,
    page,
  }) => {
    await site.open('/en/pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sharing plan' }).click();
    await expect(page).toHaveURL('/en/share');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sharing plan');
    await expect(page.getByText('The event runs until Dec 31, 2999.')).toBeVisible();
    await expect(page.getByText(/The event ended/)).toBeHidden();
    await expect(page.getByRole('img', { name: /Drawing of a post/ })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'at least 2 hours' }),
    ).not.toHaveCount(0);
  });

  for (const language of ['en', 'zh'] as const) {
    const texts = words[language];
    test(`takes a post, is reviewed, and gives a code that lowers the price in ${language} ${languageTags[language]}`, async ({
      site,
      page,
      signIn,
    }) => {
      const { email } = await signIn();
      const main = page.getByRole('main');
      await site.open(`/${language}/share`);
      await main.getByRole('button', { name: texts.open }).click();
      await main.getByRole('button', { name: texts.send }).click();
      await expect(main.getByRole('alert')).toHaveText(texts.nothing);
      await expectNothingWrong(page);
      const link = `https://social.example.net/${randomUUID()}`;
      await main.getByLabel(texts.link).fill(`${link}/?utm_source=test`);
      await main.getByLabel(texts.screenshot).setInputFiles(newScreenshot());
      await main.getByRole('button', { name: texts.send }).click();
      await expect(main.getByRole('heading', { name: texts.submitted })).toBeVisible();
      await expect(main.getByText(link, { exact: true })).toBeVisible();
      await expect(main.getByLabel(texts.link)).toHaveCount(0);
      await expectNothingWrong(page);

      await agePost(email);
      const list = await runCommand('sharing', 'list', '--limit', '1000');
      const line = list.split('\n').find((each) => each.includes(email));
      expect(line).toContain('review until');
      await page.reload();
      await main.getByRole('button', { name: texts.open }).click();
      await expect(main.getByRole('heading', { name: texts.waiting })).toBeVisible();
      await runCommand('sharing', 'accept', line?.split(' ')[0] ?? '');
      await page.reload();
      await main.getByRole('button', { name: texts.open }).click();
      await expect(main.getByRole('heading', { name: texts.accepted })).toBeVisible();
      await expectNothingWrong(page);
      const code = await main.getByText(/^(\w{4}-){3}\w{4}$/).textContent();
      expect(await readMail(email)).toContain(code);

      await page.goto(newOrderPath(language, 'credit_500', 'USD'));
      await expect(main).toContainText('$4.99');
      await main.getByLabel(texts.code).fill('AAAA-BBBB-CCCC-DDDD');
      await main.getByLabel(texts.code).press('Enter');
      await expect(main).toContainText(texts.unknown);
      await expectNothingWrong(page);
      await main.getByLabel(texts.code).fill(code ?? '');
      await main.getByRole('button', { name: texts.apply }).click();
      await expect(main).toContainText(texts.applied);
      await expect(main).toContainText('$3.99');
      await expectNothingWrong(page);
      await main.getByRole('button', { name: texts.remove }).click();
      await expect(main).not.toContainText('$3.99');
      await main.getByLabel(texts.code).fill(code ?? '');
      await main.getByRole('button', { name: texts.apply }).click();
      await expect(main).toContainText('$3.99');
      const pay = new PayPage(page, language === 'zh' ? chinesePay : undefined);
      await pay.order();
      await pay.atProvider('Pay');
      await expect(pay.complete).toBeVisible();
      await page.goto(newOrderPath(language, 'credit_500', 'USD'));
      await main.getByLabel(texts.code).fill(code ?? '');
      await main.getByRole('button', { name: texts.apply }).click();
      await expect(main).toContainText(texts.used);
    });
  }

  test('has visitors sign in first, and then shows the form @long', async ({
    site,
    login,
    page,
  }) => {
    await site.open('/en/share');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: words.en.open }).click();
    await login.signIn(newEmail());
    await expect(main.getByLabel(words.en.link)).toBeVisible();
  });

  test('leads a phone from the drawer to the terms, and on to refunds @phone @long', async ({
    site,
    page,
  }) => {
    await site.open('/en/share');
    await site.openDrawer.click();
    await site.drawer.getByRole('link', { name: 'Terms' }).click();
    await expect(page).toHaveURL('/en/terms');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'support@example.org' })).toBeVisible();
    await main.getByRole('link', { name: 'refund policy' }).click();
    await expect(page).toHaveURL('/en/refunds');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds');
  });
});
