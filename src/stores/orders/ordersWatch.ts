import type { Order } from '#contract/orders/orders.ts';
import { watchPauseMilliseconds } from '#domain/orders/orders.ts';

/** How long an order is polled after it has expired, because payments can be late. */
const lateMilliseconds = 30 * 60_000;

/** After this time, polls have the longer pause. */
const frequentMilliseconds = 10 * 60_000;
const laterPause = 3_000;
/** The longest pause, in a hidden page or while the server is away. */
const longestPause = 30_000;

type Watch = {
  load: () => Promise<Order>;
  /** Returns whether the order can still change without the user. */
  onOrder: (order: Order) => boolean;
  /** Returns whether to retry. */
  onError: (error: unknown) => boolean;
};

/**
 * Polls an order until it is final: every 750 ms while the page is visible, with growing pauses while it is hidden or the
 * server is away. Returns a function that ends the polling.
 */
export function watchOrder({ load, onOrder, onError }: Watch): () => void {
  const began = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let isLoading = false;
  /** Number of polls in a row that failed, or that were made in a hidden page. Each doubles the pause. */
  let slowPolls = 0;
  let ends = began + 24 * 3_600_000;

  const schedule = (): void => {
    clearTimeout(timer);
    if (isEnded || Date.now() > ends) return;
    const isFrequent = Date.now() - began < frequentMilliseconds;
    const pause = (isFrequent ? watchPauseMilliseconds : laterPause) * 2 ** Math.min(slowPolls, 10);
    timer = setTimeout(() => void poll(), Math.min(longestPause, pause));
  };
  const poll = async (): Promise<void> => {
    if (isEnded || isLoading) return;
    isLoading = true;
    const mayChange = await loadOnce();
    isLoading = false;
    if (mayChange) schedule();
    else end();
  };
  const loadOnce = async (): Promise<boolean> => {
    try {
      const order = await load();
      if (isEnded) return false;
      slowPolls = document.visibilityState === 'visible' ? 0 : slowPolls + 1;
      ends = Date.parse(order.expires) + lateMilliseconds;
      return onOrder(order);
    } catch (error) {
      slowPolls += 1;
      return !isEnded && onError(error);
    }
  };
  const onVisible = (): void => {
    if (document.visibilityState !== 'visible') return;
    slowPolls = 0;
    void poll();
  };
  const end = (): void => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
  document.addEventListener('visibilitychange', onVisible);
  void poll();
  return end;
}
