import { newOrderPath, ordersPath } from '#domain/orders/orderPaths.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';
import { PayPage } from './pages/PayPage.ts';
import { PlanCard, chinesePlan } from './pages/PlanCard.ts';

test.describe('the running plan', () => {
  for (const [language, texts] of [
    ['en', undefined],
    ['zh', chinesePlan],
  ] as const) {
    test(`is upgraded, downgraded, kept, cancelled and resumed in ${language} ${languageTags[language]}`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const pay = new PayPage(page);
      await pay.buy('basic_month');

      await test.step('is the target of the pricing page for a subscriber, instead of a refused order', async () => {
        await page.goto('/en/pricing');
        await page
          .getByRole('link', { name: 'Change to Pro' })
          .filter({ visible: true })
          .first()
          .click();
        const english = new PlanCard(page);
        await expect(english.plan(english.texts.proMonth)).toBeChecked();
        await expect(english.plan(english.texts.proMonth)).toBeFocused();
        await expect(english.button(english.texts.payNow)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(english.dialog).toHaveCount(0);
        await expect(english.section).toContainText(english.texts.basicMonth);
      });

      const card = new PlanCard(page, texts);
      await page.goto(ordersPath(language));
      await card.change.click();
      await card.plan(card.texts.proMonth).check();
      await expect(card.dialog).toContainText(card.texts.kept);
      await card.button(card.texts.payNow).click();
      await expect(card.dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
      await expectNothingWrong(page);
      await card.waiver.check();
      await card.button(card.texts.payNow).click();
      await expect(card.section).toContainText(card.texts.next);
      await expect(card.section.getByRole('heading', { level: 3 })).toHaveText(card.texts.proMonth);
      await expect(page.locator('[aria-labelledby="orders"]').getByRole('listitem')).toHaveCount(2);
      // The running week of Basic, and the plan after Pro.
      await expect(card.section.getByRole('listitem')).toHaveCount(2);

      await card.change.click();
      await card.plan(card.texts.basicMonth).check();
      await expect(card.dialog).toContainText(card.texts.later);
      await expectNothingWrong(page);
      await card.button(card.texts.changeOn).click();
      await expect(card.section).toContainText(card.texts.waits);
      await card.keep.click();
      await expect(card.section).toContainText(card.texts.next);

      await card.cancel.click();
      await expect(card.dialog).toBeVisible();
      await expectNothingWrong(page);
      await card.button(card.texts.back).click();
      await expect(card.cancel).toBeFocused();
      await page.keyboard.press('Enter');
      await card.button(card.texts.cancel).press('Enter');
      await expect(card.section).toContainText(card.texts.ends);
      await page.reload();
      await expect(card.section).toContainText(card.texts.ends);
      await expectNothingWrong(page);
      await card.keep.click();
      await expect(card.section).toContainText(card.texts.next);
    });
  }

  test('of Basic waits for paid Pro, announces that before the order, and has its own line', async ({
    context,
    page,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    const buyOnce = async () => {
      await pay.order('code');
      const [scanned] = await Promise.all([context.waitForEvent('page'), pay.testPage.click()]);
      await pay.atProvider('Pay', scanned);
      await expect(pay.complete).toBeVisible();
    };
    await page.goto(newOrderPath('en', 'pro_month', 'CNY'));
    await buyOnce();
    await page.goto(newOrderPath('en', 'basic_month', 'CNY'));
    await expect(pay.main).toContainText(/Starts on .*, when the plan you have paid for ends\./);
    await expect(pay.main.locator('[value="sandbox"]')).toHaveCount(0);
    await expectNothingWrong(page);
    await buyOnce();
    const card = new PlanCard(page);
    await expect(async () => {
      await page.goto(ordersPath('en'));
      await expect(card.section.getByRole('listitem')).toHaveCount(2, { timeout: 2_000 });
    }).toPass();
    await expect(card.section.getByRole('listitem')).toContainText([
      'Pro, one month',
      'Basic, one month',
    ]);
    await expectNothingWrong(page);
  });

  test('takes another card while a renewal is unpaid, and is paid with it', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'pro_month', 'USD'));
    await pay.order();
    await page.waitForURL(/\/pay\/sandbox_checkout_/);
    const checkout = page.url();
    await pay.atProvider('Pay');
    await expect(pay.complete).toBeVisible();
    await page.goto(checkout);
    await pay.atProvider('Bill it, and decline the card');
    const card = new PlanCard(page);
    await expect(async () => {
      await page.goto(ordersPath('en'));
      await expect(card.updateCard).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(card.section).toContainText('Your last payment did not go through.');
    await expectNothingWrong(page);
    await card.updateCard.click();
    await pay.atProvider('Go back without a card');
    await card.updateCard.click();
    await pay.atProvider('Give a card and pay the bill');
    await expect(card.section).toContainText(card.texts.next);
    await expect(card.updateCard).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'Renewal' })).toContainText('Paid');
  });
});
