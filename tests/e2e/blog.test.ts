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
      .getByRole('link', { name: 'Instructions' })
      .click();
    await expect(page).toHaveURL('/en/blog/tags/instructions');
    await page.getByRole('link', { name: 'Writing good instructions for a GPT' }).click();
    await expect(page).toHaveURL('/en/blog/writing-good-instructions');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const fold = contents.locator('summary');
    // Folded in narrow windows only.
    if (await fold.isVisible()) {
      await expect(contents.getByRole('link')).toHaveCount(0);
      await fold.click();
    }
    await contents.getByRole('link').last().click();
    await expect(page).toHaveURL(/#h-/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      page.viewportSize()?.width,
    );
  });
});

test('a post begins on the first screen of a phone @phone', async ({ site, page }) => {
  await site.open('/en/blog/writing-good-instructions');
  const text = await page.locator('.prose > p').first().boundingBox();
  expect(text?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  const fold = await page.locator('.post-contents summary').boundingBox();
  expect(fold?.height).toBeGreaterThanOrEqual(44);
});
