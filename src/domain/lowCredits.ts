/** From how few questions on a balance is called low. */
const fewQuestions = 3;

/**
 * Returns how many questions at this price a low balance still pays for; `undefined` where it is not low, and where it
 * pays for none, which is more than low.
 */
export function questionsLeft(credit: number, price: number): number | undefined {
  if (price <= 0) return undefined;
  const left = Math.floor(credit / price);
  return left >= 1 && left < fewQuestions ? left : undefined;
}
