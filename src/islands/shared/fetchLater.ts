import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component whose code is fetched when it is first shown. Where that fails, `instead` is shown until the page is
 * loaded again: a fault in one part must not take the whole island with it.
 */
export function fetchLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => instead) }));
}
