import { expect, test } from './fixtures.ts';
import { costIn } from './answerCost.ts';
import { holdScripts } from './network.ts';
import { ChatPage } from './pages/ChatPage.ts';

/** The sandbox's answer to `sandbox: long 180`, in about four seconds. */
const longQuestion = 'sandbox: long 180';
const longAnswer = Array.from({ length: 180 }, (_, index) => `delta ${index + 1}`).join(' ');

test.beforeEach(({ signIn }) => signIn());

test.describe('an answer', () => {
  test('continues without gap or repetition after a reload, and is seen by two tabs at once', async ({
    chat,
    page,
    context,
  }) => {
    await chat.open('openai/gpt-4o-mini');
    await chat.ask(longQuestion);
    await expect(chat.answers).toContainText('delta 10 ');
    await expect(page).toHaveURL(/\/en\/chat\/openai\/gpt-4o-mini\/c\/[-\da-f]{36}$/);
    const other = await context.newPage();
    const otherChat = new ChatPage(other);
    await Promise.all([page.reload(), other.goto(page.url())]);
    await expect(chat.answers).toContainText('delta 20 ');
    for (const tab of [chat, otherChat]) await expect(tab.stop).toBeVisible();
    for (const tab of [chat, otherChat]) await expect(tab.answers).toHaveText(longAnswer);
    for (const tab of [chat, otherChat]) await expect(tab.balance).toContainText('2 credits left');
    await expect(chat.send).toBeVisible();
    await page.reload();
    await expect(chat.answers).toHaveText(longAnswer);
  });

  test('costs nothing when it is stopped before its first word; later it keeps its text, and is charged', async ({
    chat,
    page,
  }) => {
    await chat.open('openai/gpt-4o-mini');
    await chat.ask('sandbox: slow');
    await expect(chat.balance).toContainText('2 credits left (1 held)');
    await chat.stop.click();
    await expect(chat.ending).toContainText('You stopped it before the first word.');
    await expect(chat.ending).toContainText('It cost nothing.');
    await expect(costIn(chat.last, 'Free')).toBeVisible();
    await expect(chat.balance).toHaveText(/3 credits left$/);

    await chat.open('openai/gpt-4o-mini');
    await chat.ask('sandbox: long 2000');
    await expect(chat.answers).toContainText('delta 10 ');
    const paragraph = await chat.answers.locator('p').first().elementHandle();
    await chat.stop.click();
    await expect(chat.ending).toContainText('Stopped');
    // Drawing all of it again would take long.
    expect(await paragraph?.evaluate((element) => element.isConnected)).toBe(true);
    await expect(costIn(chat.last, '1 credit')).toBeVisible();
    await expect(chat.balance).toContainText('2 credits left');
    const text = await chat.answers.innerText();
    await page.reload();
    await expect(chat.answers).toHaveText(text);
  });

  test('shows the reason of a failure, costs nothing and can be asked for again', async ({
    chat,
    page,
  }) => {
    await chat.open('openai/gpt-4o-mini');
    await chat.ask('sandbox: fail 429');
    const busy = 'Server busy, access failed, please try again later';
    await expect(chat.ending).toContainText(`${busy} · It cost nothing.`);
    await expect(costIn(chat.last, 'Free')).toBeVisible();
    await chat.ask('sandbox: cut 5');
    await expect(chat.answers).toContainText('delta 5');
    await expect(chat.ending).toContainText('The connection to the model was lost.');
    await expect(page.getByRole('log')).toContainText(
      'delta 5 Interrupted: The connection to the model was lost. It cost nothing.',
    );
    await expect(chat.balance).toHaveText(/3 credits left$/);
    await chat.last.getByRole('button', { name: /^Ask again · \d/ }).click();
    await expect(chat.last.getByText('2/2')).toBeVisible();
    await expect(chat.messages).toHaveCount(4);
    await expect(chat.ending).toContainText('The connection to the model was lost.');
    await expect(chat.balance).toHaveText(/3 credits left$/);
  });

  test('runs no script, loads no picture and does not link to this site', async ({
    chat,
    page,
    requests,
  }) => {
    await page.exposeFunction('harm', () => harm.push('ran'));
    await chat.open('llama/llama-3.1-8b-instant');
    await chat.askToTheEnd(corpus);
    await expect(chat.answers).toContainText('The end.');
    const links = chat.answers.getByRole('link');
    await expect(links).toHaveCount(2);
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('href', /^https:\/\/elsewhere\.example\//);
      await expect(link).toHaveAttribute('rel', /noopener.*noreferrer/);
      await expect(link).toHaveAttribute('target', '_blank');
    }
    for (const kind of ['script', 'img', 'iframe', 'style', 'object', 'form', 'svg', 'video']) {
      await expect(chat.answers.locator(kind)).toHaveCount(0);
    }
    expect(requests.filter((request) => request.includes('stolen'))).toEqual([]);
    expect(harm).toEqual([]);
  });
});

test.describe('a question', () => {
  test('without a connection is marked, keeps its text and is sent again', async ({
    chat,
    page,
  }) => {
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toBeVisible();
    await page.route('**/api/chat/questions', (route) => route.abort());
    await chat.ask('sandbox: fast 3');
    const lost = chat.last.getByRole('alert');
    await expect(lost).toContainText('Not sent The server cannot be reached.');
    await expect(chat.last).toContainText('sandbox: fast 3');
    await page.unroute('**/api/chat/questions');
    await chat.last.getByRole('button', { name: 'Send again' }).click();
    await expect(chat.answers).toHaveText('delta 1 delta 2 delta 3');
    await expect(lost).toBeHidden();
    await expect(chat.balance).toHaveText(/2 credits left$/);
  });

  test('is refused beyond the balance, with the next step @long', async ({ chat, page }) => {
    await chat.open('claude/claude-3-opus');
    await expect(chat.notice).toContainText('You just reached your chats limit');
    await expect(chat.notice).toContainText('costs 10 credits, and you have 3 credits');
    await chat.message.fill('Hello');
    await chat.message.press('Enter');
    await expect(chat.send).toBeDisabled();
    await expect(chat.messages).toHaveCount(0);
    await expect(chat.notice.getByRole('link', { name: 'See plans' })).toHaveAttribute(
      'href',
      '/en/pricing',
    );
    await expect(chat.notice.getByRole('link', { name: 'All rules for credits' })).toHaveAttribute(
      'href',
      '/en/help/what-credits-buy',
    );
    await chat.notice.getByRole('link', { name: 'Ask Claude 2 instead' }).click();
    await expect(page).toHaveURL('/en/chat/claude/claude-2');
    await expect(chat.notice).toBeHidden();
  });

  test('typed before the page is hydrated is kept, and is sent @long', async ({ chat, page }) => {
    const release = await holdScripts(page);
    await page.goto('/en/chat/openai/gpt-4o-mini', { waitUntil: 'commit' });
    await chat.message.click();
    await page.keyboard.type('sandbox: fast 3');
    await page.keyboard.press('Shift+Home');
    await expect(chat.balance).toBeHidden();
    release();
    await expect(chat.balance).toBeVisible();
    await expect(chat.message).toBeFocused();
    await expect(chat.message).toHaveValue('sandbox: fast 3');
    await expect(chat.message).toHaveJSProperty('selectionStart', 0);
    await expect(chat.message).toHaveJSProperty('selectionEnd', 15);
    await page.keyboard.press('Enter');
    await expect(chat.answers).toHaveText('delta 1 delta 2 delta 3');
  });

  test('is sent and answered before the page is hydrated, once, and nothing moves afterwards', async ({
    chat,
    page,
    requests,
  }) => {
    const release = await holdScripts(page);
    const account = page.waitForRequest('**/api/account');
    await page.goto('/en/chat/openai/gpt-4o-mini', { waitUntil: 'commit' });
    await account;
    await expect(chat.send).toBeDisabled();
    await chat.message.click();
    await page.keyboard.type('sandbox: fast 3');
    await expect(chat.send).toBeEnabled();
    const answer = page.waitForResponse('**/api/chat/questions');
    await page.keyboard.press('Enter');
    await answer;
    await expect(chat.message).toHaveAttribute('aria-busy', 'true');
    await expect(chat.message).toHaveValue('sandbox: fast 3');
    await page.keyboard.press('Enter');
    await expect(chat.send).toBeDisabled();
    const words = page.getByText('delta 1 delta 2 delta 3');
    await expect(words).toBeVisible();
    await expect(chat.messages).toHaveCount(0);
    const before = await words.boundingBox();
    release();
    await expect(chat.messages).toHaveCount(2);
    await expect(chat.answers).toHaveText('delta 1 delta 2 delta 3');
    await expect(words).toHaveCount(1);
    const after = await chat.answers.boundingBox();
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
    await expect(page).toHaveURL(/gpt-4o-mini\/c\/[-\da-f]{36}$/);
    await expect(chat.balance).toHaveText(/2 credits left$/);
    await expect(chat.message).toHaveValue('');
    await expect(chat.message).toBeFocused();
    await page.keyboard.type('More');
    await expect(chat.message).toHaveValue('More');
    const calls = requests.filter((request) => request.includes(' /api'));
    expect(calls.slice(0, 2)).toEqual(['GET /api/account', 'POST /api/chat/questions']);
    expect(calls.slice(2)).not.toContain('POST /api/chat/questions');
  });
});

const harm: string[] = [];

const corpus = `<script>harm()</script>

<img src="/stolen.png" onerror="harm()">

<svg onload="harm()"><style>* { display: none }</style></svg>

<iframe srcdoc="<script>parent.harm()</script>"></iframe>

![A picture](/stolen.png "Title") ![Another](https://elsewhere.example/stolen.png?text=secret)

[one](javascript:harm()) [two](JaVaScRiPt:harm()) [three](data:text/html,<script>harm()</script>)
[four](/logout) [five](//localhost:1/stolen) [six](vbscript:harm()) [seven](https://elsewhere.example/)

<form action="/stolen"><button>Press</button></form>

| a | b |
|---|---|
| <img src=/stolen.png onerror=harm()> | \`<script>harm()</script>\` |

\`\`\`html
<script>harm()</script>
\`\`\`

The end.`;
