import type { AnalyticsCategory, AnalyticsLabel } from '#domain/analytics.ts';

/** Counts an event. The script of the page collects it (`elements/analytics.ts`), unless the visitor refuses counting. */
export function countEvent<Category extends AnalyticsCategory>(
  category: Category,
  label: AnalyticsLabel<Category>,
): void {
  globalThis.dispatchEvent?.(new CustomEvent('count', { detail: [category, label] }));
}
