import type { Shop } from '../shop.ts';

/** One of the cases in which payments went wrong elsewhere. `run` does what happens and expects its outcome. */
export type PaymentCase = {
  number: number;
  /** The events, and the outcome. */
  title: string;
  /** Called with a shop in which other buyers may have done anything, and in which the server may be killed at any moment. */
  run: (shop: Shop) => Promise<void>;
};
