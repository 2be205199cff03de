import { call } from '#contract/call.ts';
import { type Order, listOrders } from '#contract/orders/orders.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

export type OrdersState =
  | { state: 'loading' | 'visitor' }
  | { state: 'failed'; problem: Message }
  | {
      state: 'shown';
      items: readonly Order[];
      /** Whether there may be older orders. */
      hasMore: boolean;
      isLoadingMore: boolean;
      /** Why orders could not be loaded, older or newer ones. */
      problem: Message | undefined;
    };

const size = 20;

/** The loaded orders of the user, newest first. */
export const $orders = atom<OrdersState>({ state: 'loading' });

/** Loads the newest orders. Shown orders stay until then, and when it fails. */
export async function loadOrders(): Promise<void> {
  const before = $orders.get();
  const waiting: OrdersState =
    before.state === 'shown'
      ? { ...before, isLoadingMore: false, problem: undefined }
      : { state: 'loading' };
  $orders.set(waiting);
  try {
    const items = await loadPage(undefined);
    if ($orders.get() === waiting) showOrders(items, items.length);
  } catch (error) {
    if ($orders.get() !== waiting) return;
    if (isSignedOut(error)) return $orders.set({ state: 'visitor' });
    const problem = errorMessage(error);
    $orders.set(waiting.state === 'shown' ? { ...waiting, problem } : { state: 'failed', problem });
  }
}

/** Loads the next older orders. Does nothing while some are loading, or when all are loaded. */
export async function loadMoreOrders(): Promise<void> {
  const before = $orders.get();
  if (before.state !== 'shown' || before.isLoadingMore || !before.hasMore) return;
  const waiting: OrdersState = { ...before, isLoadingMore: true, problem: undefined };
  $orders.set(waiting);
  try {
    const items = await loadPage(before.items.at(-1)?.id);
    if ($orders.get() === waiting) showOrders([...before.items, ...items], items.length);
  } catch (error) {
    if ($orders.get() !== waiting) return;
    if (isSignedOut(error)) return $orders.set({ state: 'visitor' });
    $orders.set({ ...waiting, isLoadingMore: false, problem: errorMessage(error) });
  }
}

async function loadPage(before: string | undefined): Promise<Order[]> {
  const { items } = await call(listOrders, { query: { size, ...(before && { before }) } });
  return items;
}

function showOrders(items: readonly Order[], pageLength: number): void {
  const hasMore = pageLength === size;
  $orders.set({ state: 'shown', items, hasMore, isLoadingMore: false, problem: undefined });
}
