import type { Order } from '#contract/orders.ts';
import { watchPauseMilliseconds } from '#domain/orders.ts';

/** How long an order is asked for after its time has ended, because payments can be late. */
const lateMilliseconds = 30 * 60_000;

/** Longer pauses between two questions: ten minutes after the first one, and at most while the page is hidden. */
const laterPause = 3_000;
const longestPause = 30_000;
const shortMilliseconds = 10 * 60_000;

type Watch = {
  ask: () => Promise<Order>;
  /** Returns whether the order can still change by itself. */
  onOrder: (order: Order) => boolean;
  /** Returns whether to ask again. */
  onError: (error: unknown) => boolean;
};

/**
 * Asks for an order at once and again until it is final: every 750 ms while the page is seen, more and more rarely
 * while it is hidden or the server is away. Returns a function that ends that.
 */
export function watchOrder({ ask, onOrder, onError }: Watch): () => void {
  const began = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let isAsking = false;
  /** Questions in a row that were in vain: those of a hidden page, and those without an answer. */
  let vain = 0;
  let ends = began + 24 * 3_600_000;

  const schedule = (): void => {
    clearTimeout(timer);
    if (isEnded || Date.now() > ends) return;
    const usual = Date.now() - began < shortMilliseconds ? watchPauseMilliseconds : laterPause;
    timer = setTimeout(() => void next(), Math.min(longestPause, usual * 2 ** Math.min(vain, 10)));
  };
  const next = async (): Promise<void> => {
    if (isEnded || isAsking) return;
    isAsking = true;
    const goesOn = await askOnce();
    isAsking = false;
    if (goesOn) schedule();
    else end();
  };
  const askOnce = async (): Promise<boolean> => {
    try {
      const order = await ask();
      if (isEnded) return false;
      vain = document.visibilityState === 'visible' ? 0 : vain + 1;
      ends = Date.parse(order.expires) + lateMilliseconds;
      return onOrder(order);
    } catch (error) {
      vain += 1;
      return !isEnded && onError(error);
    }
  };
  const onVisible = (): void => {
    if (document.visibilityState !== 'visible') return;
    vain = 0;
    void next();
  };
  const end = (): void => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
  document.addEventListener('visibilitychange', onVisible);
  void next();
  return end;
}
