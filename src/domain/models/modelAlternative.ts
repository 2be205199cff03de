import type { Model, ModelHealth } from '#domain/models/models.ts';

/** The fields of a model that decide whether it can replace another one. */
export type AskableModel = Pick<Model, 'id' | 'group' | 'kind' | 'price'> & {
  health: ModelHealth;
  available: boolean;
  /** Whether its provider has an outage. */
  disturbed: boolean;
  /** Who answers for it, if somebody does. */
  route?: { upstream: string } | undefined;
};

/** The highest price of an alternative, as a multiple of the model's price. */
const maxPriceFactor = 2;

/**
 * Returns the best working model of the same kind that can replace another one, without those with the same upstream, which
 * have the same trouble. It prefers, in this order: a provider
 * without an outage, the nearest price, the lower price, the same group, the order of the catalogue.
 */
export function alternativeTo<Candidate extends AskableModel>(
  model: Pick<AskableModel, 'id' | 'group' | 'kind' | 'price' | 'route'>,
  catalogue: readonly Candidate[],
): Candidate | undefined {
  const fitting = catalogue.filter(
    ({ id, kind, price, health, available, route }) =>
      id !== model.id &&
      (!route || route.upstream !== model.route?.upstream) &&
      kind === model.kind &&
      available &&
      health === 'working' &&
      price <= model.price * maxPriceFactor,
  );
  const sortKeys = (candidate: Candidate): number[] => [
    Number(candidate.disturbed),
    Math.abs(candidate.price - model.price),
    candidate.price,
    Number(candidate.group !== model.group),
  ];
  return fitting.toSorted((one, other) => compare(sortKeys(one), sortKeys(other)))[0];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((value, index) => value !== other[index]);
  return (one[differing] ?? 0) - (other[differing] ?? 0);
}
