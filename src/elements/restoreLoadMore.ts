/**
 * The number of pages that Load More added to the list (`more`) and the height of the list in pixels (`height`), stored
 * in the history entry. `reserveLoadMore.ts` reads it.
 */
type ListState = { more?: number; height?: number } | null;

/** Returns how many pages had been added when the visitor left. */
export function addedPages(): number {
  return (history.state as ListState)?.more ?? 0;
}

/** Stores that one more page was added, and the height of the list. */
export function rememberAddedPage(list: HTMLElement): void {
  const state: unknown = history.state;
  const others = document.querySelector<HTMLElement>('details.others')?.offsetHeight ?? 0;
  const listState: ListState = { more: addedPages() + 1, height: list.offsetHeight + others };
  history.replaceState({ ...(state as object | null), ...listState }, '');
}

/** Calls `add` for each page that had been added, until it returns `false`. Keeps the height of the list meanwhile. */
export async function restorePages(list: HTMLElement, add: () => Promise<boolean>): Promise<void> {
  const height = (history.state as ListState)?.height ?? 0;
  list.style.minHeight = `${height}px`;
  let isMore = true;
  for (let left = addedPages(); left > 0 && isMore; left -= 1) isMore = await add();
  list.style.minHeight = '';
}
