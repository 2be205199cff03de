import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { type WritableAtom, atom } from 'nanostores';

export type Paged<Item> = {
  items: readonly Item[];
  /** Whether there may be more. */
  hasMore: boolean;
  loading: boolean;
  problem: Message | undefined;
};

/** A list that is loaded page by page, with the functions that load its first page and the next one. */
type PagedList<Item> = {
  $list: WritableAtom<Paged<Item>>;
  /** Loads the first page. */
  load: () => Promise<void>;
  /** Loads the next page. Does nothing while a page is loading, or when all are loaded. */
  loadMore: () => Promise<void>;
  remove: (isRemoved: (item: Item) => boolean) => void;
};

/** Makes a list of pages of `size` items; `request` returns the items after the last one. */
export function pagedList<Item>(
  size: number,
  request: (last: Item | undefined) => Promise<readonly Item[]>,
): PagedList<Item> {
  const $list = atom<Paged<Item>>({
    items: [],
    hasMore: true,
    loading: false,
    problem: undefined,
  });
  /** Counts requests, so that the page of an older one is ignored. */
  let requests = 0;

  /** Requests the first page or the next one; shown items stay until it has arrived. */
  async function loadPage(isFirst: boolean): Promise<void> {
    requests += 1;
    const own = requests;
    const last = isFirst ? undefined : $list.get().items.at(-1);
    // Read when the page has arrived, because an item may be removed meanwhile.
    const known = () => (isFirst ? [] : $list.get().items);
    $list.set({ ...$list.get(), loading: true, problem: undefined });
    try {
      const page = await request(last);
      if (own !== requests) return;
      const hasMore = page.length === size;
      $list.set({ items: [...known(), ...page], hasMore, loading: false, problem: undefined });
    } catch (error) {
      if (isSignedOut(error)) return goToLogin();
      if (own !== requests) return;
      $list.set({ items: known(), hasMore: true, loading: false, problem: errorMessage(error) });
    }
  }

  return {
    $list,
    load: () => loadPage(true),
    loadMore: async () => {
      const { hasMore, loading } = $list.get();
      if (hasMore && !loading) await loadPage(false);
    },
    remove: (isRemoved) => {
      const { items, ...rest } = $list.get();
      $list.set({ ...rest, items: items.filter((item) => !isRemoved(item)) });
    },
  };
}
