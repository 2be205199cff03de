import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { watchOrder } from '#stores/orders/ordersWatch.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Watches an order that stays pending, and counts how often it is asked for. */
function watch(ask: () => Promise<Order> = async () => pending()) {
  const asked = vi.fn<() => Promise<Order>>(ask);
  const end = watchOrder({ load: asked, onOrder: isPending, onError: () => true });
  const countWithin = async (milliseconds: number) => {
    const before = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(milliseconds);
    return asked.mock.calls.length - before;
  };
  return { asked, end, countWithin };
}

const isPending = ({ state }: Order) => state === 'pending';

function pending(): Order {
  const expires = new Date(Date.now() + 120 * minute).toISOString();
  return { state: 'pending', expires } as Order;
}

function show(state: 'visible' | 'hidden'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

describe('waiting for a payment', () => {
  it('polls every 750 ms while the page is visible, and every 3 s after ten minutes', async () => {
    const { countWithin, end } = watch();
    expect(await countWithin(7_600)).toBe(10);
    await countWithin(10 * minute);
    expect(await countWithin(30_000)).toBe(10);
    end();
    expect(await countWithin(minute)).toBe(0);
  });

  it('polls rarely while the page is hidden, and at once when it is visible again', async () => {
    const { asked, countWithin, end } = watch();
    await countWithin(0);
    show('hidden');
    await countWithin(2 * minute);
    expect(await countWithin(minute)).toBe(2);
    const before = asked.mock.calls.length;
    show('visible');
    expect(asked).toHaveBeenCalledTimes(before + 1);
    end();
  });

  it('polls less and less often while the server is away', async () => {
    const { countWithin, end } = watch(() => Promise.reject(new Error('away')));
    await countWithin(2 * minute);
    expect(await countWithin(minute)).toBe(2);
    end();
  });

  it('ends with the order, and at the latest half an hour after its time', async () => {
    const final = watch(async () => ({ ...pending(), state: 'fulfilled' }));
    await final.countWithin(0);
    expect(await final.countWithin(minute)).toBe(0);
    const expires = new Date(Date.now() + minute).toISOString();
    const late = watch(async () => ({ state: 'pending', expires }) as Order);
    expect(await late.countWithin(30 * minute)).toBeGreaterThan(600);
    await late.countWithin(2 * minute);
    expect(await late.countWithin(60 * minute)).toBe(0);
  });
});
