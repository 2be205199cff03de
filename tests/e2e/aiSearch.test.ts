import { costIn } from './answerCost.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './network.ts';
import { ConversationList } from './pages/ConversationList.ts';
import { SearchPage } from './pages/SearchPage.ts';
import { scriptSearch, scriptedAnswer, searchSteps } from './searchServer.ts';
import { shiftsOf, watchShifts } from './shifts.ts';

test.beforeEach(({ signIn }) => signIn());

test.describe('AI search', () => {
  test('is the frame of the chat area, which keeps text that was typed before its script', async ({
    chat,
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto('/en/chat/search', { waitUntil: 'commit' });
    await chat.message.click();
    await page.keyboard.type('How old are bees?');
    await expect(chat.balance).toBeHidden();
    release();
    await expect(chat.heading).toHaveText('Ask this site');
    await expect(chat.message).toHaveValue('How old are bees?');
    const form = page.locator('form').filter({ has: chat.message });
    await expect(form).toContainText('Free');
    await expect(page.getByText('A model writes up to 10 answers a day')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Attach' })).toHaveCount(0);
    await expect(chat.sidebar.getByRole('link', { name: 'AI search' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expectNothingWrong(page);
  });

  test('shows its purpose, and its answer with passages', async ({ chat, page }) => {
    const search = new SearchPage(page);
    const ready = Promise.withResolvers<void>();
    const script = await scriptSearch(page, searchSteps, scriptedAnswer, ready.promise);
    await search.open();
    // The highest price that the question may cost is the one that the form shows.
    await expect(page.locator('form').filter({ has: chat.message })).toContainText('Free');
    await chat.ask('How old are bees?');
    await expect(search.answer).toContainText('Searched for: bees age');
    await expect(search.answer).toContainText('Reading: bees.example, old.example');
    await expect(chat.stop).toBeVisible();
    ready.resolve();
    await expect(search.citations).toHaveText(['1', '2', '3']);
    await expect(search.answer).toContainText('Read: bees.example, old.example');
    await expect(page).toHaveURL(/\/en\/chat\/search\/c\/[-\da-f]{36}$/);
    expect(script.questions).toMatchObject([{ target: { model: 'ai-search' }, max_price: 0 }]);
    await expect(search.answer).toContainText('3 kg not found in the source');
    await expect(costIn(search.answer, '2 credits')).toBeVisible();
    // Only sources are links, for any text.
    await expect(search.answer.locator('.answer').getByRole('link')).toHaveCount(0);
    await expect(search.sources).toHaveCount(3);
    await expect(search.sources.nth(0)).toContainText('bees.exampleFeb 1, 2026');
    await expect(search.sources.nth(1)).toContainText('old');
    await expect(search.sources.nth(2)).toContainText('no date');
    await expect(search.sources.nth(0).getByRole('link')).toHaveAttribute('rel', /noopener/);
    await search.sources.nth(0).getByRole('button', { name: 'Show the whole passage' }).click();
    await expect(search.sources.nth(0)).toContainText('In winter it may live for months.');
    await expectNothingWrong(page);
    await search.followUps.getByText('How long does a queen live?').click();
    await expect.poll(() => script.questions[1]?.text).toBe('How long does a queen live?');
    expect(script.questions[1]?.conversation_id).toMatch(/^[-\da-f]{36}$/);
  });

  test('opens a passage by pointing and by keys, without moving anything', async ({
    chat,
    page,
  }) => {
    const search = new SearchPage(page);
    await watchShifts(page);
    await scriptSearch(page, [...searchSteps, ...scriptedAnswer]);
    await search.open();
    await chat.ask('How old are bees?');
    await expect(search.sources).toHaveCount(3);
    await search.citations.nth(1).scrollIntoViewIfNeeded();
    const before = await search.sources.first().boundingBox();
    const shifts = await shiftsOf(page);
    await search.citations.nth(1).hover();
    await expect(search.card).toContainText('Bees have five eyes, three of them simple.');
    await expect(search.card).toContainText('old.example');
    await search.card.hover();
    await expect(search.card).toBeVisible();
    expect(await search.sources.first().boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(search.card).toBeHidden();
    await search.citations.nth(0).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(search.card).toContainText('A worker bee lives for about six weeks in summer.');
    await page.keyboard.press('Tab');
    const link = search.card.getByRole('link', { name: 'The life of bees' });
    await expect(link).toBeFocused();
    await expect(link).toHaveAttribute('href', 'https://bees.example/life');
    await expectNothingWrong(page, 'main');
    await page.keyboard.press('Tab');
    await expect(search.card).toContainText('Bees have five eyes');
    await page.keyboard.press('Escape');
    await expect(search.card).toBeHidden();
    expect(await shiftsOf(page)).toEqual(shifts);
  });

  test('opens a passage by a tap within a narrow window @phone @long', async ({ chat, page }) => {
    const search = new SearchPage(page);
    await scriptSearch(page, [...searchSteps, ...scriptedAnswer]);
    await search.open();
    await chat.ask('How old are bees?');
    await search.citations.nth(1).tap();
    await expect(search.card).toContainText('Bees have five eyes, three of them simple.');
    const box = await search.card.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await chat.message.tap();
    await expect(search.card).toBeHidden();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await expectNothingWrong(page);
  });

  for (const [reason, why] of [
    ['no_source', 'None of the pages that were read answers this question.'],
    ['upstream_error', 'The model’s provider reported an error.'],
  ] as const) {
    test(`that ends with ${reason} is shown as free @long`, async ({ chat, page }) => {
      const search = new SearchPage(page);
      const end = { type: 'end', state: 'failed', reason, charged: 0, truncated: false } as const;
      await scriptSearch(page, [...searchSteps, end]);
      await search.open();
      await chat.ask('What did I eat yesterday?');
      await expect(chat.ending).toContainText(why);
      await expect(chat.ending).toContainText('This search was free.');
      await expect(costIn(search.answer, 'Free')).toBeVisible();
      await expect(chat.balance).toHaveText(/3 credits left$/);
      await expect(search.sources).toHaveCount(0);
    });
  }
});

test.describe('AI search of this site', () => {
  test('answers from its own pages, and shows the same after a reload', async ({ chat, page }) => {
    const search = new SearchPage(page);
    await search.open();
    await test.step('begins with a chosen example, and waits for it to be sent', async () => {
      const starters = page.getByRole('main').getByRole('listitem').getByRole('button');
      await expect(starters).toHaveCount(3);
      await starters.first().click();
      await expect(chat.message).toHaveValue('What does a question cost, and when is it free?');
      await expect(chat.message).toBeFocused();
      await expect(chat.messages).toHaveCount(0);
      // A pointer that stays there would open the passage of a citation.
      await page.mouse.move(0, 0);
    });
    await chat.ask('What does the Regex Workbench do?');
    await expect(search.sources.first()).toBeVisible();
    await expect(search.answer).toContainText('from this site only');
    await expect(costIn(search.answer, 'Free')).toBeVisible();
    await expect(chat.balance).toHaveText(/3 credits left$/);
    const [first] = await search.citations.allInnerTexts();
    expect(first).toMatch(/^\d$/);
    const shown = await chat.answers.innerText();
    const sources = await search.sources.allInnerTexts();
    await page.reload();
    await expect(search.sources).toHaveCount(sources.length);
    expect(await chat.answers.innerText()).toBe(shown);
    expect(await search.sources.allInnerTexts()).toEqual(sources);
    await expect(chat.sidebar.locator('a[href*="/chat/search/c/"]')).toHaveCount(1);
  });

  test('can be temporary, without actions that would keep it, and is deleted when it is left @both', async ({
    chat,
    page,
  }) => {
    const search = new SearchPage(page);
    const list = new ConversationList(page);
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    const action = (name: string) => palette.getByRole('button', { name, exact: true });
    const openPalette = async () => {
      await list.reveal();
      await chat.sidebar.getByRole('button', { name: 'Search conversations' }).click();
      await expect(palette.getByRole('heading', { name: 'Commands', exact: true })).toBeVisible();
    };
    await search.open();
    await expect(page.getByRole('button', { name: 'Temporary chat' })).toBeVisible();
    await openPalette();
    await action('Temporary chat').click();
    await expect(page).toHaveURL('/en/chat/search?temporary');
    await list.leave();
    await expect(page.getByText('is deleted when you leave it')).toBeVisible();
    await chat.ask('What does the Regex Workbench do?');
    await expect(search.sources.first()).toBeVisible();
    await expect(page).toHaveURL('/en/chat/search?temporary');
    await openPalette();
    for (const name of ['Temporary chat', 'Rename', 'Share this conversation', 'Archive'])
      await expect(action(name)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await list.reveal();
    await chat.sidebar.getByRole('link', { name: 'New chat', exact: true }).click();
    expect((await deleted).status()).toBe(200);
    await expect(chat.messages).toHaveCount(0);
    await list.reveal();
    await expect(list.list).toContainText('Your conversations will be listed here.');
  });

  test('shows GPTs that fit as cards, which lead to their chats and pages', async ({
    chat,
    page,
  }) => {
    const search = new SearchPage(page);
    await search.open('de');
    await expect(chat.heading).toHaveText('Diese Website fragen');
    await search.open();
    await chat.ask('Which GPT helps me with a regular expression?');
    const card = search.answer.getByRole('article').filter({ hasText: 'Regex Workbench' });
    await expect(card.getByRole('link', { name: 'Open its page' })).toHaveAttribute(
      'href',
      '/en/gpts/regex-workbench',
    );
    await expectNothingWrong(page);
    await card.getByRole('link', { name: 'Use this GPT' }).click();
    await expect(page).toHaveURL(/\/en\/chat\/g\/regex-workbench$/);
    await expect(chat.heading).toHaveText('Regex Workbench');
  });

  test('is free if no page answers the question, with the reason', async ({ chat, page }) => {
    const search = new SearchPage(page);
    await search.open();
    await chat.ask('Who won the football World Cup in 2022?');
    await expect(chat.ending).toContainText('Nothing on this site answers this question.');
    await expect(chat.ending).toContainText('not the web');
    await expect(chat.ending).toContainText('This search was free.');
    await expect(chat.balance).toHaveText(/3 credits left$/);
    await expect(search.sources).toHaveCount(0);
  });
});
