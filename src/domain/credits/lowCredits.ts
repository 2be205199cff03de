/** A balance is low if it pays for fewer questions than this. */
const fewQuestions = 3;

/**
 * Returns the number of questions at this price that a low balance pays for. Returns `undefined` if the balance is not low,
 * or pays for no question, because other notices handle that.
 */
export function questionsLeft(credit: number, price: number): number | undefined {
  if (price <= 0) return undefined;
  const left = Math.floor(credit / price);
  return left >= 1 && left < fewQuestions ? left : undefined;
}
