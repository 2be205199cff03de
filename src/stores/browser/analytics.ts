import type { AnalyticsCategory, AnalyticsLabel } from '#domain/operation/analytics.ts';

/** Counts an event. `elements/analytics.ts` collects it, unless the visitor refuses to be counted. */
export function countEvent<Category extends AnalyticsCategory>(
  category: Category,
  label: AnalyticsLabel<Category>,
): void {
  globalThis.dispatchEvent?.(new CustomEvent('count', { detail: [category, label] }));
}
