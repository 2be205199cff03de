import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** A GPT of the catalogue that the conversation is not with. */
const otherGpt = { path: 'g/gpt-4-all', name: 'GPT-4 All' };

test.beforeEach(({ signIn }) => signIn());

for (const [addresses, tag] of [
  [[otherGpt.path, 'claude/claude-2', 'openai/gpt-99'], ''],
  [['g/no-such-gpt', 'claude/llama-3.1-8b-instant'], '@long'],
] as const) {
  test(`a conversation stays with its own model, for any model in its address: ${addresses.join(', ')} ${tag}`, async ({
    page,
    chat,
  }) => {
    await chat.open('llama/llama-3.1-8b-instant');
    await chat.askToTheEnd('One');
    await expect(page).toHaveURL(/\/c\/[\da-f-]{36}$/);
    const id = page.url().slice(-36);
    const own = `/de/chat/llama/llama-3.1-8b-instant/c/${id}`;
    await recordTexts(page);
    for (const wrong of addresses) {
      await chat.open(`${wrong}/c/${id}`, 'de');
      await expect(page).toHaveURL(own);
      await expect(chat.answers).toHaveText('One');
      await expect(chat.last.getByRole('heading', { level: 2 })).toHaveText('Llama-3.1-8b-instant');
      const texts = await shownTexts(page);
      for (const text of [otherGpt.name, 'no-such-gpt', 'Claude 2', 'gpt-99', 'Not here', '∞'])
        expect(texts).not.toContain(text);
    }
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('textbox', { name: 'Nachricht' }).fill('Two');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      conversation_id: id,
      target: { model: 'llama-3.1-8b-instant' },
    });
    await expect(chat.answers).toHaveText(['One', 'Two']);
  });
}

test('a conversation continues with another model if one was chosen @long', async ({
  page,
  chat,
}) => {
  await chat.open('llama/llama-3.1-8b-instant');
  await chat.askToTheEnd('One');
  await expect(page).toHaveURL(/\/c\/[\da-f-]{36}$/);
  const id = page.url().slice(-36);
  await chat.modelSwitch.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Llama-3.1-70b-versatile' }).click();
  const switched = `/en/chat/llama/llama-3.1-70b-versatile/c/${id}`;
  await expect(page).toHaveURL(switched);
  await page.reload();
  await expect(chat.answers).toHaveText('One');
  await expect(page).toHaveURL(switched);
  await expect(chat.modelSwitch).toContainText('Llama-3.1-70b-versatile');
  await chat.askToTheEnd('Two');
  await expect(chat.last.getByRole('heading', { level: 2 })).toHaveText('Llama-3.1-70b-versatile');
  // From now on, this is the conversation's target.
  await chat.open(`llama/llama-3.1-8b-instant/c/${id}`);
  await expect(page).toHaveURL(switched);
});

/** Notes everything that the main part and the title ever show. */
async function recordTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenTexts: seen });
    new MutationObserver(() => {
      seen.add(document.title);
      seen.add(document.querySelector('main')?.innerText ?? '');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

function shownTexts(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...(globalThis as unknown as { seenTexts: Set<string> }).seenTexts].join('\n'),
  );
}
