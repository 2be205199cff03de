/**
 * Mixes a list over its categories: first the first item of each category, then the second ones, and so on. Within a round
 * the order of the list stays. Each item has one category.
 */
export function mixCategories<Item>(
  items: readonly Item[],
  categoryOf: (item: Item) => string,
): Item[] {
  const counts = new Map<string, number>();
  return items
    .map((item) => {
      const category = categoryOf(item);
      const round = counts.get(category) ?? 0;
      counts.set(category, round + 1);
      return { item, round };
    })
    .toSorted((one, other) => one.round - other.round)
    .map(({ item }) => item);
}
