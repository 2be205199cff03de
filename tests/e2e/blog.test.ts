import { expect, test } from './fixtures.ts';

test.describe('the blog without JavaScript @both', () => {
  test.use({ javaScriptEnabled: false });

  test('leads from the list to a post, along its contents and to the next one', async ({
    site,
    page,
  }) => {
    await site.open('/en/pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL('/en/blog');
    await page
      .getByRole('navigation', { name: 'Topics' })
      .getByRole('link', { name: 'Models' })
      .click();
    await expect(page).toHaveURL('/en/blog/tags/models');
    await page.getByRole('link', { name: 'Choosing a model for the question at hand' }).click();
    await expect(page).toHaveURL('/en/blog/choosing-a-model');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Choosing a model');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Does it fit?' }).click();
    await expect(page.getByRole('heading', { name: 'Does it fit?' })).toBeInViewport();
    await page.getByRole('link', { name: 'What credits buy' }).first().click();
    await expect(page).toHaveURL('/en/blog/what-credits-buy');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      page.viewportSize()?.width,
    );
  });
});
