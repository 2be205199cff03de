import type { Page } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test as base } from './fixtures.ts';
import { reviewedGpt } from '../setup/site/seeded.ts';
import { Reviews } from './pages/Reviews.ts';

const test = base.extend<{ reviews: Reviews }>({
  reviews: async ({ page }, use) => use(new Reviews(page)),
});

test.describe('rating a GPT @both', () => {
  test('is open after an answer: saved, edited and deleted, and visible at once; survives a lost connection and a reload', async ({
    reviews,
    chat,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await chat.open('g/bread-troubleshooter');
    await chat.askToTheEnd('sandbox: fast 3');
    await reviews.visit('bread-troubleshooter');
    await reviews.open.click();
    await expect(reviews.star(1)).toBeFocused();
    await reviews.save.click();
    await expect(reviews.problem).toHaveText('Choose one to five stars.');
    await expectNothingWrong(page, '#reviews');
    await reviews.choose(4);
    await expect(reviews.star(4)).toBeChecked();
    await reviews.text.fill('<b>Punny</b>\n& {{fine}}');
    await expect(reviews.own).toContainText('23 of 2,000 characters');

    await context.setOffline(true);
    await reviews.save.click();
    await expect(reviews.problem).toContainText('The server cannot be reached');
    await expect(reviews.text).toHaveValue('<b>Punny</b>\n& {{fine}}');
    await context.setOffline(false);
    await page.reload();
    await reviews.open.click();
    await expect(reviews.text).toHaveValue('<b>Punny</b>\n& {{fine}}');
    await expect(reviews.star(4)).toBeChecked();

    await reviews.save.click();
    await expect(reviews.saved(4)).toBeAttached();
    await expect(reviews.own).toContainText('<b>Punny</b>\n& {{fine}}', { useInnerText: true });
    await expect(reviews.own).toContainText('Others will see it when');

    await page.reload();
    await reviews.open.click();
    await expect(reviews.saved(4)).toBeAttached();
    await reviews.edit.click();
    await expect(reviews.star(4)).toBeFocused();
    await reviews.choose(5);
    await reviews.save.click();
    await expect(reviews.saved(5)).toBeAttached();

    await reviews.delete.click();
    await expect(reviews.own.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await reviews.delete.click();
    await expect(reviews.own).toContainText('Your review is deleted.');
    await page.reload();
    await reviews.open.click();
    await expect(reviews.star(5)).not.toBeChecked();
  });

  test('begins with a sign-in, and leads users without an answer to the chat @long', async ({
    reviews,
    login,
    page,
  }) => {
    await reviews.visit('bread-troubleshooter');
    await reviews.open.click();
    await login.signIn(newEmail());
    await expect(reviews.own).toContainText('Only people who have chatted with a GPT can rate it');
    await reviews.own.getByRole('link', { name: 'Open the chat' }).click();
    await expect(page).toHaveURL('/en/chat/g/bread-troubleshooter');
  });
});

test.describe('a review in its form', () => {
  test('needs no pointer @long', async ({ reviews, chat, page, signIn }) => {
    await signIn();
    await chat.open('g/bread-troubleshooter');
    await chat.askToTheEnd('sandbox: fast 3');
    await reviews.visit('bread-troubleshooter');
    await reviews.open.focus();
    await page.keyboard.press('Enter');
    await expect(reviews.star(1)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(reviews.star(1)).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(reviews.star(3)).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('By keys');
    await page.keyboard.press('Tab');
    await expect(reviews.save).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(reviews.saved(3)).toBeAttached();
    await expect(reviews.edit).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(reviews.delete).toBeFocused();
  });
});

test.describe('the reviews of others', () => {
  test('load on demand, after those of the page, and nothing loads before', async ({
    reviews,
    page,
    requests,
  }) => {
    await reviews.visit(reviewedGpt);
    await page.waitForLoadState('networkidle');
    // Pictures of the page.
    const others = / \/favicon\.svg$| \/glyphs\//;
    const asked = requests.filter((request) => !others.test(request));
    expect(asked).toEqual([`GET /en/gpts/${reviewedGpt}`]);
    const before = await reviews.items.count();
    expect(before).toBeGreaterThan(0);
    await expect(reviews.section).toContainText('of 5 from 25 ratings here');
    await reviews.all.click();
    await expect(reviews.items.nth(before)).toBeFocused();
    await reviews.section.getByRole('button', { name: 'Show more reviews' }).click();
    await expect(reviews.section).toContainText('These are all the reviews.');
    // Another test may have added one meanwhile.
    expect(await reviews.items.count()).toBeGreaterThanOrEqual(25);
  });
});

test.describe('a report', () => {
  test('of a GPT and of a review is sent with a reason', async ({ reviews, page, signIn }) => {
    await signIn();
    await reviews.visit(reviewedGpt);
    await reviews.reportGpt.click();
    await expect(reviews.report).toContainText('What is wrong with this GPT?');
    await expect(reviews.reasons.first()).toBeFocused();
    await reviews.sendReport.click();
    await expect(reviews.report.getByRole('alert')).toHaveText('Choose what is wrong.');
    await reviews.reasons.nth(4).check();
    await reviews.details.fill('It never answers');
    await reviews.sendReport.click();
    await expect(reviews.report).toContainText('Thank you.');
    await page.keyboard.press('Escape');
    await expect(reviews.report).toBeHidden();

    const report = reviews.items.first().getByRole('button', { name: /^Report the review by/ });
    await report.focus();
    await page.keyboard.press('Enter');
    await expect(reviews.report).toContainText('What is wrong with this review?');
    await expect(reviews.reasons).toHaveCount(5);
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(reviews.report).toContainText('Thank you.');
    await reviews.report.getByRole('button', { name: 'Close' }).last().click();
    await expect(report).toBeFocused();
  });

  test('lets a visitor sign in first @long', async ({ reviews, login }) => {
    await reviews.visit(reviewedGpt);
    await reviews.reportGpt.click();
    await login.signIn(newEmail());
    await expect(login.dialog).toBeHidden();
    await expect(reviews.reasons).toHaveCount(6);
    await reviews.reasons.first().check();
    await reviews.sendReport.click();
    await expect(reviews.report).toContainText('Thank you.');
  });
});

test('accessibility checks find no errors in forms and lists @long', async ({
  reviews,
  chat,
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  await chat.open(`g/${reviewedGpt}`);
  await chat.askToTheEnd('sandbox: fast 3');
  await reviews.visit(reviewedGpt);
  await reviews.all.click();
  await reviews.items.nth(19).waitFor();
  await reviews.open.click();
  await reviews.save.click();
  await expect(reviews.problem).not.toBeEmpty();
  await expectNothingWrongEver(page, '#reviews');
  await reviews.choose(3);
  await reviews.save.click();
  await reviews.edit.waitFor();
  await reviews.delete.click();
  await expectNothingWrongEver(page, '#reviews');
  await reviews.reportGpt.click();
  await reviews.sendReport.click();
  await expectNothingWrongEver(page, '#report-dialog');
});

/** By day and by night. */
async function expectNothingWrongEver(page: Page, part: string): Promise<void> {
  for (const dark of [false, true]) {
    await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark);
    await expectNothingWrong(page, part);
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
}
