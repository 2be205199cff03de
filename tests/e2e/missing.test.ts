import { gptPath } from '#domain/gpts/gptPaths.ts';
import { expect, test } from './fixtures.ts';
import { linkedGpt, newGpt, privateGpt, removedGpt } from '../setup/site/seeded.ts';

const heading = { level: 1 } as const;

test.describe('the page of a missing GPT', () => {
  test('shows a GPT that is newer than the release @both', async ({ page, gptPage, requests }) => {
    const answer = await page.goto(gptPath('en', newGpt.id));
    expect(answer?.status()).toBe(404);
    await expect(gptPage.title).toHaveText(newGpt.name);
    await expect(page).toHaveTitle(`${newGpt.name} by ${newGpt.author} · Dolores`);
    await expect(page.getByText('Untangles <i>timetables</i>.')).toBeVisible();
    await expect(gptPage.use).toHaveAttribute(
      'href',
      /^\/en\/chat\/g\/newer%2Fthan%20the%20release$/,
    );
    await expect(gptPage.starters).toHaveCount(1);
    await expect(gptPage.starters).toHaveText(newGpt.promptStarters[0] ?? '');
    await expect(gptPage.starters).toHaveAttribute('href', /\?text=What%20is%20%3CShowMe%3E%3F$/);
    await page.locator('summary.line-clamp-3').click();
    await expect(page.getByText(newGpt.promptStarters[1] ?? '', { exact: true })).toBeVisible();
    for (const [name, href] of [
      [`by ${newGpt.author}`, '/en/authors/%25name%25%20%26%20co'],
      ['Law & money', '/en/categories/law-and-money'],
      ['Timetables & co', '/en/search?tag=timetables+%26+co'],
    ] as const) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
    const facts = page.getByRole('complementary', { name: 'Details' });
    for (const text of ['Workshop', 'GPT-4o-mini', 'Feb 3, 2026']) {
      await expect(facts.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Code', { exact: true })).toBeVisible();
    await expect(facts).not.toContainText(/Rating|Imported|License/);
    await expect(page.getByText(newGpt.welcomeMessage)).toBeVisible();
    await expect(page.getByText(newGpt.instructions)).toBeVisible();
    await expect(page.getByText('came without instructions')).toHaveCount(0);
    // The models, because another one may answer in the place of that of the GPT.
    expect(requests.filter((request) => request.includes('/api/'))).toEqual([
      'GET /api/gpts/newer%2Fthan%20the%20release',
      'GET /api/models',
    ]);
  });

  test('uses the language of its address @long', async ({ page }) => {
    await page.goto(gptPath('de', newGpt.id));
    await expect(page.getByRole('heading', heading)).toHaveText(newGpt.name);
    await expect(page.getByRole('link', { name: 'Jetzt nutzen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('shows an unlisted GPT at its address, unindexed, and lets users save it', async ({
    page,
    gptPage,
    signIn,
  }) => {
    await signIn();
    await page.goto(gptPath('en', linkedGpt.id));
    await expect(gptPage.title).toHaveText(linkedGpt.name);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await gptPage.save.click();
    await expect(gptPage.saved).toBeVisible();
    await page.goto('/en/saved');
    await expect(page.getByRole('link', { name: linkedGpt.name }).first()).toBeVisible();
    await page.goto(gptPath('en', linkedGpt.id));
    await expect(gptPage.saved).toBeVisible();
    await gptPage.use.click();
    await expect(page).toHaveURL(`/en/chat/g/${linkedGpt.id}`);
    await expect(page.getByRole('heading', heading)).toContainText(linkedGpt.name);
  });

  test('shows that a GPT was removed since the release, or that it is not public, and the options of its author', async ({
    page,
  }) => {
    await page.goto(gptPath('fr', removedGpt));
    await expect(page.getByRole('heading', heading)).toHaveText('Ce GPT a été supprimé');
    await page.goto(gptPath('en', privateGpt));
    await expect(page.getByRole('heading', heading)).toHaveText(
      'This GPT is not public, currently inaccessible, please try another GPT',
    );
    const hint =
      'Requires the GPT author to change the link permission to a status other than only me';
    await expect(page.getByText(hint)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse all GPTs' })).toBeVisible();
  });

  test('shows that the server is busy, and retries @long', async ({ page, context, gptPage }) => {
    await context.route('**/api/gpts/**', (route) => route.abort());
    await page.goto(gptPath('en', newGpt.id));
    await expect(page.getByRole('heading', heading)).toHaveText(
      'Server busy, access failed, please try again later',
    );
    await context.unroute('**/api/gpts/**');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(gptPage.title).toHaveText(newGpt.name);
  });

  test('stays as it is if the GPT does not exist, also without the module @long', async ({
    page,
    context,
  }) => {
    await page.goto(gptPath('en', 'nobody-made-this'));
    await expect(page.getByRole('heading', heading)).toHaveText('Page not found');
    await context.route('**/_astro/**', (route) => route.abort());
    await page.goto(gptPath('en', newGpt.id));
    await expect(page.getByRole('heading', heading)).toHaveText('Page not found');
  });

  test('leads to the search from a tag without pages', async ({ page, results }) => {
    await page.goto('/de/tags/timetables%20%26%20co');
    await expect(page).toHaveURL('/de/search?tag=timetables+%26+co');
    await expect(results.cards.first()).toContainText(newGpt.name);
  });

  test('requests nothing at other addresses @long', async ({ page, requests }) => {
    await page.goto('/en/nowhere');
    await expect(page.getByRole('heading', heading)).toHaveText('Page not found');
    await page.waitForLoadState('networkidle');
    expect(requests.filter((request) => /\/(api|_astro)\//.test(request))).toEqual([]);
  });
});
