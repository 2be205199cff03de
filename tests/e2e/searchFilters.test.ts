import { expect, test } from './fixtures.ts';

test.describe('the filters of the page of results', () => {
  test('find tags by typing, also one that the list does not have, by keyboard', async ({
    results,
    page,
  }) => {
    await results.open();
    await results.tag.click();
    const box = page.getByRole('searchbox', { name: 'Find a tag' });
    await expect(box).toBeFocused();
    await box.fill('feed');
    const tags = page.getByRole('group', { name: 'Tag' }).getByRole('radio');
    expect(await tags.count()).toBeLessThan(6);
    await box.fill('feedba');
    await expect(tags).toHaveCount(1);
    await box.press('Enter');
    await expect(page).toHaveURL('/en/search?tag=feedback');
    await results.tag.click();
    await box.fill('plan');
    await page.keyboard.press('ArrowDown');
    await expect(tags.first()).toBeFocused();
    const focused = await tags.first().inputValue();
    expect(focused).not.toBe('feedback');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/en/search?tag=${focused}`);
    await expect(results.tag).toHaveText(focused);
    await results.tag.click();
    await box.fill('Feedback');
    await box.press('Enter');
    await expect(page).toHaveURL('/en/search?tag=feedback');
    await expect(results.tag).toHaveText('feedback');
    await results.tag.click();
    await box.fill('seldom used');
    await expect(page.getByText('Not among the most used tags')).toBeVisible();
    await box.press('Enter');
    await expect(page).toHaveURL('/en/search?tag=seldom+used');
    await expect(results.tag).toHaveText('seldom used');
    await page.goBack();
    await expect(results.tag).toHaveText('feedback');
  });

  test('are behind one button on phones', async ({ results, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await results.open('?category=writing');
    await expect(results.filter('Category')).toBeHidden();
    await page.locator('summary').filter({ hasText: 'Filters' }).click();
    await results.filter('Language').selectOption('de');
    await expect(page).toHaveURL('/en/search?category=writing&content=de');
    await expect(page.locator('summary')).toHaveText(/Filters\s*2/);
  });
});
