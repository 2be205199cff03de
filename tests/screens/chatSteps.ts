import type { Page } from 'playwright';

/** A dialog of the chat area, by its shortcut. */
export function openByKeys(keys: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator('form').getByText(/\d/).first().waitFor();
    await page.keyboard.press(keys);
    await page.locator('dialog[open] h2').waitFor();
  };
}

/** The bar that finds text in the open conversation. */
export async function findText(page: Page): Promise<void> {
  await page.locator('form').getByText(/\d/).first().waitFor();
  await page.keyboard.press('Control+f');
  await page.locator('#find').fill('Lisbon');
  await page.locator('search output').getByText(/\d/).waitFor();
}

/** A worker highlights the code of an answer, without requests that a page could wait for. */
export async function waitForCode(page: Page): Promise<void> {
  await page.locator('main pre span[class]').first().waitFor();
}

/** The drawer of a phone; if the sidebar is next to the chat, it is open already. */
export async function openSidebar(page: Page): Promise<void> {
  const opener = page.locator('header [aria-controls="sidebar"]');
  if (await opener.isVisible()) await opener.click();
  await page.locator('#sidebar').waitFor();
}

export async function putSidebarAway(page: Page): Promise<void> {
  await page.locator('#sidebar [aria-controls="sidebar"]').click();
  await page.locator('#sidebar').waitFor({ state: 'hidden' });
}

/** One of each kind, and one that cannot be taken. */
export async function attachFiles(page: Page): Promise<void> {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 80 } });
  await page.locator('form input[type="file"]').setInputFiles([
    { name: 'harbour-at-dawn.png', mimeType: 'image/png', buffer: picture },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nThree days.') },
    { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from([0xff, 0xfb, 0x90, 0]) },
  ]);
  await page.locator('form li progress').first().waitFor({ state: 'detached' });
  await page.locator('form li').nth(2).waitFor();
}

export async function openModels(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup="dialog"]').first().click();
  await page.locator('dialog[open] li').first().waitFor();
}

export async function openConversationMenu(page: Page): Promise<void> {
  await openSidebar(page);
  const link = page.locator('#sidebar [aria-keyshortcuts]').first();
  await link.hover();
  await page.locator('#sidebar button[aria-haspopup="menu"]').first().click();
  await page.locator('[role="menu"]').waitFor();
}

export async function renameConversation(page: Page): Promise<void> {
  await openSidebar(page);
  await page.locator('#sidebar [aria-keyshortcuts]').first().press('F2');
  await page.locator('#sidebar input:not([type="range"])').waitFor();
}

export async function openRegenerateMenu(page: Page): Promise<void> {
  await waitForCode(page);
  await page.locator('main li button.message-button-narrow').last().click();
  await page.locator('[role="menu"]').waitFor();
}

export async function editQuestion(page: Page): Promise<void> {
  await waitForCode(page);
  await page.locator('form').getByText(/\d/).first().waitFor();
  await page.keyboard.press('Control+Shift+E');
  await page.locator('main li textarea').waitFor();
}

export async function openShare(page: Page): Promise<void> {
  await waitForCode(page);
  await page.locator('header .icon-button[aria-haspopup="dialog"]').first().click();
  await page.locator('dialog[open] button.button').click();
  await page.locator('dialog[open] li').first().waitFor();
}

export async function openDeleteAll(page: Page): Promise<void> {
  await page.locator('main button[aria-haspopup="dialog"]').last().click();
  await page.locator('dialog[open] button.button').first().waitFor();
}
