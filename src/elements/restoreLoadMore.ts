/** How many pages Load More added to the list, kept with the entry of the browser's history. `reserveLoadMore.ts` reads it. */
type Kept = { more?: number; room?: number } | null;

/** The pages that were added when the visitor left. */
export function addedPages(): number {
  return (history.state as Kept)?.more ?? 0;
}

/** One more page was added: remembers that, and how high the list is. */
export function rememberAddedPage(list: HTMLElement): void {
  const state: unknown = history.state;
  const kept: Kept = { more: addedPages() + 1, room: list.offsetHeight };
  history.replaceState({ ...(state as object | null), ...kept }, '');
}

/** Holds the height of the list while what was there comes back by `add`, page by page until it answers false. */
export async function restorePages(list: HTMLElement, add: () => Promise<boolean>): Promise<void> {
  const room = (history.state as Kept)?.room ?? 0;
  list.style.minHeight = `${room}px`;
  let isMore = true;
  for (let left = addedPages(); left > 0 && isMore; left -= 1) isMore = await add();
  list.style.minHeight = '';
}
