import { randomUUID } from 'node:crypto';
import { models } from '#domain/models/models.ts';
import { expect, test } from './fixtures.ts';
import { ConversationList } from './pages/ConversationList.ts';
import { privateGpt, removedGpt } from '../setup/site/seeded.ts';

test.beforeEach(({ signIn }) => signIn());

test.describe('an older address', () => {
  const moved: [from: string, to: string][] = [
    ['/g/regex-workbench?text=a', '/en/chat/g/regex-workbench?text=a'],
    ['/openai/chat/gpt-4o-mini', '/en/chat/openai/gpt-4o-mini'],
    ['/claude/chat/claude-3-opus', '/en/chat/claude/claude-3-opus'],
    ['/de/claude/chat/claude-2', '/de/chat/claude/claude-2'],
    ['/chat/settings', '/en/chat/settings'],
  ];
  const shown: [from: string, to: string, heading: string][] = [
    ['/g', '/en/chat/g/gpt-4-all', 'GPT-4 All'],
    ['/chat/openai/dall-e-3', '/en/chat/art/dall-e-3', 'DALL-E-3'],
    ['/nextchat#/start-chat/llama-3.1-8b-instant', '/en/chat/llama/llama-3.1-8b-instant', 'Llama'],
    ['/nextchat#/ai-search', '/en/chat/search', 'Ask this site'],
  ];
  test('leads into the chat area', async ({ chat, page, baseURL }) => {
    for (const [from, to] of moved) {
      expect((await page.request.get(from)).url()).toBe(`${baseURL}${to}`);
    }
    for (const [from, to, heading] of shown) {
      await page.goto(from);
      await expect(page).toHaveURL(to);
      await expect(chat.heading).toContainText(heading);
    }
  });

  test('keeps the chosen language @long', async ({ chat, page, context, baseURL }) => {
    await context.addCookies([{ name: 'lang', value: 'de', url: baseURL ?? '' }]);
    await page.goto('/g/regex-workbench');
    await expect(page).toHaveURL('/de/chat/g/regex-workbench');
    await page.goto('/nextchat#/ai-search');
    await expect(page).toHaveURL('/de/chat/search');
    await expect(chat.heading).toContainText('Was möchten Sie herausfinden?');
  });
});

test.describe('a chat', () => {
  test('opens again in another tab, in the same language @long', async ({
    chat,
    page,
    context,
    baseURL,
  }) => {
    const cases: [path: string, href: string, to: string][] = [
      ['llama/llama-3.1-8b-instant', '/en/nextchat#/start-chat/llama-3.1-8b-instant', 'llama'],
      ['search', '/en/nextchat#/ai-search', 'search'],
      ['g/regex-workbench', '/en/g/regex-workbench', 'g/regex-workbench'],
    ];
    for (const [path, href, to] of cases) {
      await chat.open(path);
      const link = page.getByRole('link', { name: 'New chat in another tab' });
      await expect(link).toHaveAttribute('href', href);
      // Another tab has switched to another language meanwhile.
      await context.addCookies([{ name: 'lang', value: 'de', url: baseURL ?? '' }]);
      const opened = context.waitForEvent('page');
      await link.click();
      const tab = await opened;
      await expect(tab).toHaveURL(new RegExp(`/en/chat/${to}`));
      await tab.close();
    }
  });
});

test.describe('an unavailable chat', () => {
  test('shows the reason and the next step @long', async ({ chat, page }) => {
    const cases: [path: string, expected: string][] = [
      ['g/no-such-gpt', 'There is no GPT at this address.'],
      [`g/${removedGpt}`, 'This GPT was removed.'],
      [`openai/gpt-4o-mini/c/${randomUUID()}`, 'This conversation does not exist'],
      ['somewhere', 'There’s no chat at this address.'],
    ];
    for (const [path, expected] of cases) {
      await chat.open(path);
      await expect(page.getByRole('main')).toContainText(expected);
      await expect(chat.page.getByRole('link', { name: 'Browse all GPTs' })).toHaveAttribute(
        'href',
        '/en',
      );
    }
  });

  test('names the models that answer instead @long', async ({ chat, page }) => {
    await chat.open('openai/gpt-99');
    const main = page.getByRole('main');
    await expect(main).toContainText('There is no model called gpt-99.');
    await expect(chat.message).toBeHidden();
    for (const { title, kind } of models) {
      const link = main.getByRole('link', { name: title });
      await expect(link).toHaveCount(kind === 'text' ? 1 : 0);
    }
    await main.getByRole('link', { name: 'GPT-4o-mini' }).click();
    await expect(page).toHaveURL('/en/chat/openai/gpt-4o-mini');
    await expect(chat.message).toBeFocused();
  });

  test('with a private GPT is explained, with the way to change that', async ({ chat, page }) => {
    await chat.open(`g/${privateGpt}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(
      'This GPT is not public, currently inaccessible, please try another GPT',
    );
    await expect(main.getByRole('link', { name: 'Browse all GPTs' })).toHaveAttribute(
      'href',
      '/en',
    );
    await expect(main).toContainText(
      'Requires the GPT author to change the link permission to a status other than only me',
    );
    await expect(chat.message).toBeHidden();
  });
});

test.describe('the chat of a GPT', () => {
  test('begins with the starter that was chosen on its page @long', async ({
    gptPage,
    chat,
    page,
  }) => {
    await page.goto('/en/gpts/regex-workbench');
    const starter = gptPage.starters.nth(1);
    const text = (await starter.innerText()).trim();
    await starter.click();
    await expect(page).toHaveURL(/\/en\/chat\/g\/regex-workbench\?text=/);
    await expect(chat.message).toHaveValue(text);
    await page.getByRole('button', { name: /^My pattern/ }).click();
    await expect(chat.message).toHaveValue(/^My pattern/);
    await expect(chat.message).toBeFocused();
  });

  test('becomes the chat entry of the sidebar once it was used', async ({ chat, page }) => {
    await chat.open('openai/gpt-4o-mini');
    const entry = chat.sidebar.getByRole('link', { name: 'Chat', exact: true });
    await expect(entry).toHaveAttribute('href', '/en/chat/openai/gpt-3.5-turbo');
    await chat.open('g/regex-workbench');
    await chat.askToTheEnd('sandbox: fast 3');
    await expect(entry).toHaveAttribute('href', '/en/chat/g/regex-workbench');
    await page.goto('/en/chat');
    await expect(page).toHaveURL('/en/chat/g/regex-workbench');
    await page.request.put('/api/gpts/collection/gpt-4-all', {
      headers: { 'sec-fetch-site': 'same-origin' },
      failOnStatusCode: true,
    });
    await page.goto('/en/chat/gpts');
    for (const [list, name, id] of [
      ['Recent', 'Regex Workbench', 'regex-workbench'],
      ['Saved', 'GPT-4 All', 'gpt-4-all'],
    ] as const) {
      const link = page
        .getByRole('main')
        .locator('section', { has: page.getByRole('heading', { name: list }) })
        .getByRole('link', { name: `${name} (opens in a new tab)` });
      await expect(link).toHaveAttribute('rel', 'noopener');
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('href', `/en/g/${id}`);
      // The other list has the same links.
      if (list === 'Saved') continue;
      const opened = page.waitForEvent('popup');
      await link.click();
      await expect(await opened).toHaveURL(`/en/chat/g/${id}`);
      await expect(page).toHaveURL('/en/chat/gpts');
    }
    // The reader's own language comes first, and languages that the reader may not know are closed.
    await page.goto('/ja/chat/gpts');
    const popular = page.getByRole('main').locator('section').last();
    await expect(popular.getByRole('link').first()).toHaveText(/[ぁ-ヿ]/);
    await expect(popular.locator('details[open]')).toHaveCount(0);
    await popular.getByRole('link', { name: /（[\d,]+）$/ }).click();
    await expect(page).toHaveURL(/\/ja(\/page\/\d+(#others)?|#others)$/);
  });
});

test.describe('the sidebar', () => {
  test('is 240 px wide on a desk, with its entries and groups', async ({ chat }) => {
    await chat.open('claude/claude-2');
    await expect(chat.sidebar).toHaveCSS('width', '240px');
    for (const [name, target] of [
      ['AI search', 'search'],
      ['Chat', 'openai/gpt-3.5-turbo'],
      ['GPTs', 'gpts'],
      ['Gallery', 'media'],
      ['Settings', 'settings'],
    ] as const) {
      const link = chat.sidebar.getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('href', `/en/chat/${target}`);
    }
    for (const { id, group, title } of models) {
      const link = chat.sidebar.getByRole('link', { name: title, includeHidden: true });
      await expect(link.first()).toHaveAttribute('href', `/en/chat/${group}/${id}`);
    }
    await expect(chat.sidebar.getByText(/^User\d{4}$/)).toBeVisible();
    await expect(chat.sidebar.getByRole('presentation')).toHaveAttribute('src', '/avatar.png');
  });

  test('is a drawer on a phone, which a choice closes @phone', async ({ chat, page }) => {
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toBeVisible();
    await expect(chat.sidebar).toBeHidden();
    await page.getByRole('button', { name: 'Open the chat menu' }).click();
    await expect(chat.sidebar).toBeInViewport({ ratio: 1 });
    await chat.sidebar.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/en/chat/settings');
    await expect(chat.sidebar).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/en/chat/openai/gpt-4o-mini');
    await expect(chat.heading).toContainText('GPT-4o-mini');
  });

  test('leaves no way back to a deleted chat @phone @long', async ({ chat, page }) => {
    const list = new ConversationList(page);
    const empty = '/en/chat/openai/gpt-4o-mini';
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('sandbox: fast 3');
    await list.reveal();
    const actions = await list.list.getByRole('button', { name: /^Actions for/ }).boundingBox();
    expect(actions?.height).toBeGreaterThanOrEqual(44);
    await list.choose('sandbox: fast 3', 'Delete');
    await expect(list.list).toContainText('Your conversations will be listed here.');
    await expect(page).toHaveURL(empty);
    await chat.sidebar.getByRole('link', { name: 'GPTs' }).click();
    await expect(chat.heading).toHaveText('GPTs');
    await page.goBack();
    await expect(page).toHaveURL(empty);
    await expect(chat.heading).toContainText('GPT-4o-mini');
    await list.reveal();
    await list.leave();
    await expect(page).toHaveURL(empty);
  });
});
