import { type Day, addDays } from '#domain/dates.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';

/** Returns the days on which a price, the credits of a plan or a promotion changes, in order. */
export function offerDays({ prices, credits, promotions }: Offers = offers): Day[] {
  const starts = [...prices, ...credits, ...promotions].map(({ from }) => from);
  const ends = promotions.map(({ to }) => addDays(to, 1));
  return [...new Set([...starts, ...ends])].toSorted();
}
