import { expect, newEmail, test } from './fixtures.ts';

test.describe('the star of a card', () => {
  test('lets a visitor sign in, saves, keeps its state after a reload, and unsaves @both', async ({
    home,
    login,
    page,
    requests,
  }) => {
    await home.open();
    const star = home.stars.nth(1);
    await star.click();
    await login.signIn(newEmail());
    await expect(login.dialog).toBeHidden();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(home.stars.first()).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => requests.filter((one) => one.startsWith('PUT'))).toHaveLength(1);
    await page.reload();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await star.press('Enter');
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => requests.filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
    await expect(page).toHaveURL('/en');
  });
});
