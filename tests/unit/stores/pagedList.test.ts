import { describe, expect, it } from 'vitest';
import { pagedList } from '#stores/browser/pagedList.ts';

/** A list with its first page, whose next page a test lets arrive or fail. */
async function openList() {
  const next = Promise.withResolvers<readonly number[]>();
  const list = pagedList<number>(2, async (last) => (last === undefined ? [1, 2] : next.promise));
  await list.load();
  const more = list.loadMore();
  return { ...list, next, more };
}

describe('an item that is removed while the next page is loading', () => {
  it('stays away when the page arrives', async () => {
    const { $list, remove, next, more } = await openList();
    remove((item) => item === 1);
    next.resolve([3]);
    await more;
    expect($list.get()).toMatchObject({ items: [2, 3], hasMore: false, problem: undefined });
  });

  it('stays away when the page fails', async () => {
    const { $list, remove, next, more } = await openList();
    remove((item) => item === 1);
    next.reject(new Error('It failed'));
    await more;
    expect($list.get()).toMatchObject({ items: [2], hasMore: true });
    expect($list.get().problem).toBeDefined();
  });
});
