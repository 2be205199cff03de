import type { Model, ModelHealth } from '#domain/models.ts';

/** A model with what one needs to know to ask it instead of another. */
export type AskableModel = Pick<Model, 'id' | 'group' | 'kind' | 'price'> & {
  health: ModelHealth;
  available: boolean;
  /** Whether its provider's service fluctuates. */
  disturbed: boolean;
};

/** An alternative costs at most this many times as much: nobody should pay ten times the price by one click. */
const dearest = 2;

/**
 * The best model of like kind and price that works, to be asked in place of another: rather of a provider without
 * trouble, then with the nearest price, the cheaper one, of the same group, the first in the catalogue.
 */
export function alternativeTo<Candidate extends AskableModel>(
  model: Pick<AskableModel, 'id' | 'group' | 'kind' | 'price'>,
  catalogue: readonly Candidate[],
): Candidate | undefined {
  const fitting = catalogue.filter(
    ({ id, kind, price, health, available }) =>
      id !== model.id &&
      kind === model.kind &&
      available &&
      health === 'working' &&
      price <= model.price * dearest,
  );
  const ranked = (candidate: Candidate): number[] => [
    Number(candidate.disturbed),
    Math.abs(candidate.price - model.price),
    candidate.price,
    Number(candidate.group !== model.group),
  ];
  return fitting.toSorted((one, other) => compare(ranked(one), ranked(other)))[0];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place === -1 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
