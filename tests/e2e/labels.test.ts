import { expect, test } from './fixtures.ts';

test.describe('from the page of a GPT', () => {
  test('its tags lead to others with them, and from there to all tags', async ({ site, page }) => {
    await site.open('/en/gpts/regex-workbench');
    await page.getByRole('link', { name: 'coding', exact: true }).click();
    await expect(page).toHaveURL('/en/tags/coding');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('coding');
    await expect(page.getByRole('link', { name: 'Regex Workbench' })).toBeVisible();
    await page.getByRole('link', { name: 'All tags' }).click();
    await expect(page).toHaveURL('/en/tags');
    const coding = page.getByRole('link', { name: /^coding \d+$/ });
    await expect(coding.first()).toBeVisible();
    // Among the most used ones, and among those with its first letter.
    await expect(coding).toHaveCount(2);
    await page.getByPlaceholder('Find a tag').fill('CODING');
    await expect(page.locator('tag-index li').filter({ visible: true })).toHaveText([
      /^\s*coding/,
      /^\s*coding/,
    ]);
    await page.getByPlaceholder('Find a tag').fill('qqqqq');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.getByPlaceholder('Find a tag').fill('codin');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en/search?tag=coding');
  });

  test('its author leads to all of their GPTs, a page at a time @long', async ({
    site,
    home,
    page,
  }) => {
    await site.open('/de/gpts/regex-workbench');
    await page.getByRole('link', { name: 'von Dolores', exact: true }).click();
    await expect(page).toHaveURL('/de/authors/dolores');
    await expect(home.cards).toHaveCount(24);
    await page.getByRole('link', { name: 'Mehr laden' }).click();
    await expect(home.cards).toHaveCount(48);
    await expect(page).toHaveURL('/de/authors/dolores');
  });

  test('one action stays at the lower edge of a phone, and covers no content @phone', async ({
    site,
    gptPage,
    page,
  }) => {
    await site.open('/en/gpts/regex-workbench');
    for (const part of ['start', 'end']) {
      await site.scrollTo(part === 'start' ? 0 : 100_000);
      await expect(gptPage.use).toBeInViewport();
      await expect(gptPage.save).toBeInViewport();
    }
    const last = page.getByRole('contentinfo').getByRole('link').last();
    const [link, action] = await Promise.all([last.boundingBox(), gptPage.use.boundingBox()]);
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThan(action?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // One line, although German words are longer.
    await site.open('/de/gpts/regex-workbench');
    const use = await page.getByRole('link', { name: 'Jetzt nutzen' }).boundingBox();
    expect(use?.height).toBeLessThan(50);
  });
});

test('the marks of a collection are above its title @phone @long', async ({ page }) => {
  await page.goto('/de/collections');
  const card = page.locator('.card').first();
  const [mark, title] = await Promise.all([
    card.locator('.mark').first().boundingBox(),
    card.getByRole('heading').boundingBox(),
  ]);
  expect(mark?.x).toBe(title?.x);
});
