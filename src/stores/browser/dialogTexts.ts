/**
 * Loads the texts of the dialogs into the block `page-text` of the page, which names their file. Returns whether the page
 * has them now; after a failure the next call tries again. Imports nothing, because every page of the site carries it.
 */
export async function loadDialogTexts(): Promise<boolean> {
  const block = document.querySelector<HTMLElement>('[data-src]');
  if (!block) return true;
  const response = await fetch(block.dataset['src'] ?? '').catch(() => undefined);
  if (!response?.ok) return false;
  block.textContent = await response.text();
  block.removeAttribute('data-src');
  return true;
}
