/**
 * Loads the texts of the dialogs into the block `page-text` of the page, which names their file. Does nothing on a page that
 * has them. Rejects when they cannot be loaded or are no JSON; the next call tries again. Imports nothing, because every
 * page of the site carries it.
 */
export async function loadDialogTexts(): Promise<void> {
  const block = document.querySelector<HTMLElement>('[data-src]');
  if (!block) return;
  const texts: unknown = await (await fetch(block.dataset['src'] ?? '')).json();
  block.textContent = JSON.stringify(texts);
  block.removeAttribute('data-src');
}
