import { expect, test } from './fixtures.ts';

test('a GPT stays in the header of its chat, is saved, reported and rated there', async ({
  chat,
  page,
  signIn,
}) => {
  await signIn();
  await chat.open('g/regex-workbench');
  const example = page.getByRole('figure', { name: 'Example' });
  await expect(example.locator('.answer')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Ask this yourself' }).click();
  await expect(chat.message).not.toHaveValue('');
  await chat.askToTheEnd('sandbox: fast 3');

  const title = page.locator('header').getByRole('link', { name: /^Regex Workbench/ });
  await expect(title).toHaveAttribute('href', '/en/gpts/regex-workbench');
  await expect(title).toContainText('1 credit per question');
  const menu = page.getByRole('button', { name: 'Options for Regex Workbench' });
  await menu.click();
  const saving = page.waitForResponse(/\/api\/gpts\/collection\//);
  await page.getByRole('menuitem', { name: 'Save this GPT' }).click();
  expect((await saving).ok()).toBe(true);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Remove from saved' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Report this GPT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report to the operator' });
  await dialog.getByLabel('Does not work').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toContainText('Thank you.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();

  const rating = page.getByRole('region', { name: 'Rating' });
  await chat.askToTheEnd('sandbox: fast 2');
  await expect(rating).toHaveCount(0);
  await chat.askToTheEnd('sandbox: fast 1');
  await expect(rating).toContainText('How do you like Regex Workbench?');
  await rating.getByRole('button', { name: '4 stars' }).click();
  await expect(rating).toContainText('Thank you for your rating.');
  await page.reload();
  await expect(chat.messages).toHaveCount(6);
  await expect(rating).toHaveCount(0);

  await chat.open('gpts');
  const recent = page.locator('section', { has: page.getByRole('heading', { name: 'Recent' }) });
  const card = recent.getByRole('link', { name: /^Regex Workbench/ });
  await expect(card.locator('svg.mark use')).toHaveAttribute('href', /\/glyphs\/.*#regex$/);
  await expect(card).toContainText('Programming');
});
