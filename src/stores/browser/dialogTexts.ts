/**
 * Loads the texts of islands into the blocks of the page that name their files. Does nothing on a page that has them.
 * Rejects when they cannot be loaded or are no JSON; the next call tries again. Imports nothing, because every page of the
 * site carries it.
 */
export async function loadDialogTexts(): Promise<void> {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-src]')];
  await Promise.all(
    blocks.map(async (block) => {
      const texts: unknown = await (await fetch(block.dataset['src'] ?? '')).json();
      block.textContent = JSON.stringify(texts);
      block.removeAttribute('data-src');
    }),
  );
}
