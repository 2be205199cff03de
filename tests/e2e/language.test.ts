import { expect, test } from './fixtures.ts';

test.describe('the language', () => {
  test.use({ locale: 'fr' });

  test('of each visited page is kept in the cookie and in local storage, and either restores the other', async ({
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

    for (const [path, language] of [
      ['/ko', 'ko'],
      ['/en/login', 'en'],
      ['/zh_TW/s', 'zh_TW'],
      ['/vi/nowhere', 'vi'],
    ]) {
      await page.goto(path ?? '');
      expect([path, ...(await kept())]).toEqual([path, language, language]);
    }
    // An address without a language: the cookie is newer, or the only one, or broken.
    await context.addCookies([{ name: 'lang', value: 'de', url: origin }]);
    await page.goto('/search/placeholder');
    expect(await kept()).toEqual(['de', 'de']);
    await store('ko');
    await context.clearCookies();
    await page.goto('/search/placeholder');
    expect(await kept()).toEqual(['ko', 'ko']);
    await context.addCookies([{ name: 'lang', value: 'xx', url: origin }]);
    await page.goto('/search/placeholder');
    expect(await kept()).toEqual(['ko', 'ko']);

    // A language that the server guessed without the cookie does not replace the choice; one in the address does.
    await store('vi');
    await context.clearCookies();
    await page.goto('/pricing?period=year#pro');
    await page.waitForURL(/\/vi\/pricing\?period=year#pro$/);
    expect(await kept()).toEqual(['vi', 'vi']);
    await page.goto('/de');
    expect(await kept()).toEqual(['de', 'de']);
    await context.clearCookies();
    await page.goto('/jp');
    expect(await kept()).toEqual(['ja', 'ja']);
    await context.clearCookies();
    await page.goto('/nextchat#/ai-search');
    await page.waitForURL(/\/ja\//);
  });
});
