import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The Llama models are answered by an upstream that repeats the question. */
const rich = `# Rich text

| Name | Value |
|------|------:|
| one  | 1     |

It costs $5 and $10, and $e = mc^2$ is drawn.

$$\\fcolorbox{red}{white}{$\\sqrt{a^2 + b^2}$} = \\cancel{c}$$

\`\`\`ts
const answer: string = 'typed'; // a comment
\`\`\`

A note[^1].

[^1]: At the end.`;

test.beforeEach(({ signIn }) => signIn());

test('a conversation branches by editing and by asking another model, and stays where it is @both', async ({
  chat,
  page,
  context,
}) => {
  await chat.open('llama/llama-3.1-8b-instant');
  await chat.askToTheEnd(rich);
  await test.step('draws tables, formulas, footnotes and code', async () => {
    await expect(chat.answers.getByRole('cell', { name: '1', exact: true })).toBeVisible();
    await expect(chat.answers).toContainText('It costs $5 and $10, and');
    await expect(chat.answers.locator('.katex-html')).toHaveCount(2);
    await expect(chat.answers.locator('.katex-html').first()).toBeVisible();
    await expect(chat.answers.locator('.token-key').first()).toHaveText('const');
    await expect(chat.answers.getByRole('list', { name: 'Footnotes' })).toHaveText('At the end.');
  });
  await test.step('copies code', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await chat.answers.getByRole('button', { name: 'Copy code' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe("const answer: string = 'typed'; // a comment");
  });
  await test.step('copies the answer as Markdown and formatted, also where the clipboard is not allowed', async () => {
    await chat.copy.click();
    await expect.poll(() => readClipboard(page, 'text/html')).toContain('<td>one</td>');
    expect(await readClipboard(page, 'text/plain')).toContain('[^1]: At the end.');
    await page.evaluate(async () => {
      await navigator.clipboard.writeText('before');
      navigator.clipboard.write = () => Promise.reject(new Error('NotAllowedError'));
    });
    await chat.copy.click();
    await expect.poll(() => readClipboard(page, 'text/plain')).toContain('[^1]: At the end.');
    expect(await readClipboard(page, 'text/html')).toContain('<td>one</td>');
  });
  await test.step('quotes selected text and a whole message in the message box', async () => {
    await chat.answers.getByText('Rich text').selectText();
    const toolbar = page.getByRole('toolbar', { name: 'Selected text' });
    await toolbar.getByRole('button', { name: 'Quote' }).click();
    await expect(chat.message).toHaveValue('> Rich text\n\n');
    await expect(chat.message).toBeFocused();
    await expect(toolbar).toBeHidden();
    await chat.message.fill('');
    await chat.last.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    await expect(chat.message).toHaveValue(/^> # Rich text\n>\n> \| Name/);
    await chat.message.fill('');
  });
  await test.step('reads an answer aloud where the browser has a voice', async () => {
    const more = chat.last.getByRole('button', { name: 'More actions' });
    await more.click();
    const read = page.getByRole('menuitem', { name: 'Read aloud' });
    await expect(page.getByRole('menuitem', { name: 'Quote' })).toBeFocused();
    await expect(read).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      const voices = Object.assign(new EventTarget(), {
        getVoices: () => ['a voice'],
        speak: () => undefined,
        cancel: () => undefined,
      });
      Object.defineProperty(window, 'speechSynthesis', { value: voices });
    });
    await more.click();
    await read.click();
    const stop = chat.last.getByRole('button', { name: 'Stop reading' });
    await stop.click();
    await expect(stop).toBeHidden();
  });
  await test.step('edits the question', async () => {
    await chat.messages.first().getByRole('button', { name: 'Edit and ask again' }).click();
    const field = page.getByRole('textbox', { name: 'Your question' });
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    await field.fill('Another one');
    await page.reload();
    await expect(field).toHaveValue('Another one');
    await expect(field).toBeInViewport({ ratio: 1 });
    await field.press('Control+Enter');
    await expect(chat.answers).toHaveText('Another one');
    await expect(chat.messages.first().getByText('2/2')).toBeVisible();
    await expect(chat.send).toBeVisible();
  });
  await test.step('steps back by the keyboard, which a reload keeps', async () => {
    const before = page.getByRole('button', { name: 'Previous version' });
    await before.focus();
    await saved(page, () => page.keyboard.press('ArrowLeft'));
    await expect(chat.answers).toContainText('Rich text');
    await expect(before).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(chat.answers).toHaveText('Another one');
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(chat.answers).toContainText('Rich text');
    await expect(chat.messages.first().getByText('1/2')).toBeVisible();
  });
  await test.step('asks another model', async () => {
    const again = chat.last.getByRole('button', { name: /^Regenerate · \d+ credits?$/ });
    await expect(again).toBeVisible();
    const good = chat.last.getByRole('button', { name: 'Good answer' });
    await saved(page, () => good.click(), 'PUT');
    await expect(good).toHaveAttribute('aria-pressed', 'true');
    const button = chat.last.getByRole('button', { name: 'Regenerate with another model' });
    await button.click();
    // Formulas that are drawn meanwhile move the button, and the menu goes with it.
    await expect(async () => {
      const menu = await boxOf(page.getByRole('menu'));
      const at = await boxOf(button);
      expect(menu.x).toBeGreaterThanOrEqual((await boxOf(page.getByRole('main'))).x);
      expect(menu.y + menu.height <= at.y || menu.y >= at.y + at.height).toBe(true);
    }).toPass({ timeout: 15_000 });
    await expect(page.getByRole('menuitem', { name: 'Claude 3 Opus' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'GPT-4o-mini' }).click();
    await expect(chat.last.getByRole('heading', { name: 'GPT-4o-mini' })).toBeVisible();
    await expect(chat.answers).toContainText('No model was asked.');
    await expect(chat.last.getByText('2/2')).toBeVisible();
    await page.reload();
    await expect(chat.answers).toContainText('No model was asked.');
    await expect(chat.balance).toHaveText(/0 credits left/);
  });
});

/** Until the server has stored the branch of a step. */
async function saved(page: Page, step: () => Promise<void>, method = 'PATCH'): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === method);
  await Promise.all([answer, step()]);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

/** Returns an empty text also if the clipboard changes meanwhile. */
function readClipboard(page: Page, type: string): Promise<string> {
  return page.evaluate(async (requested) => {
    const [item] = await navigator.clipboard.read();
    if (!item?.types.includes(requested)) return '';
    const blob = await item.getType(requested).catch(() => undefined);
    return blob?.text() ?? '';
  }, type);
}
