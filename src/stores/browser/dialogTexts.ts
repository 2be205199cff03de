/**
 * Loads the texts of the dialogs into the block `page-text` of the page, which names their file. Resolves at once on a page
 * that has them. Rejects when they cannot be loaded; the next call tries again. Imports nothing, because every page of the
 * site carries it.
 */
export async function loadDialogTexts(): Promise<void> {
  const block = document.querySelector('[data-src]');
  if (!block) return;
  const response = await fetch(block.getAttribute('data-src') ?? '');
  if (!response.ok) throw new Error();
  block.textContent = await response.text();
  block.removeAttribute('data-src');
}
