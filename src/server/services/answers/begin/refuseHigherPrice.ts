import { AppError } from '#server/errors.ts';

/** Throws `price_changed` if a question costs more than the user saw; nothing may be held before. */
export function refuseHigherPrice(price: number, maxPrice: number | undefined, steps = 1): void {
  if (maxPrice === undefined || price <= maxPrice) return;
  const long = steps === 1 ? '' : `, ${steps} times the price of a shorter one`;
  throw new AppError('price_changed', `The answer costs ${price} credits now${long}`, {
    price,
    steps,
  });
}
