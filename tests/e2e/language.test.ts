import { expect, test } from './fixtures.ts';

test.describe('the language', () => {
  test.use({ locale: 'fr' });

  test('is kept in the cookie and in local storage, and either brings the other back', async ({
    page,
    context,
  }) => {
    const kept = async () => {
      const cookie = (await context.cookies()).find(({ name }) => name === 'lang')?.value;
      return [cookie, await page.evaluate(() => localStorage.getItem('lang'))];
    };
    const store = (language: string) =>
      page.evaluate((value) => localStorage.setItem('lang', value), language);
    await page.goto('/pricing');
    expect(page.url()).toMatch(/\/fr\/pricing$/);
    expect(await kept()).toEqual(['fr', 'fr']);
    const { origin } = new URL(page.url());

    for (const path of ['/en', '/en/login', '/en/s', '/search/placeholder']) {
      await store('ko');
      await context.clearCookies();
      await page.goto(path);
      expect([path, ...(await kept())]).toEqual([path, 'ko', 'ko']);
    }
    await context.addCookies([{ name: 'lang', value: 'de', url: origin }]);
    await page.goto('/en/login');
    expect(await kept()).toEqual(['de', 'de']);
    await context.addCookies([{ name: 'lang', value: 'xx', url: origin }]);
    await page.goto('/en');
    expect(await kept()).toEqual(['de', 'de']);

    // A language that the server guessed without the cookie does not replace the choice; one in the address does.
    await store('vi');
    await context.clearCookies();
    await page.goto('/pricing');
    expect(page.url()).toMatch(/\/fr\/pricing$/);
    expect(await kept()).toEqual(['vi', 'vi']);
    await page.goto('/pricing');
    expect(page.url()).toMatch(/\/vi\/pricing$/);
    await context.clearCookies();
    await page.goto('/jp');
    expect(await kept()).toEqual(['ja', 'ja']);
    await context.clearCookies();
    await page.goto('/nextchat#/ai-search');
    await page.waitForURL(/\/ja\//);
  });
});
