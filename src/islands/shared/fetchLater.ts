import { type ComponentType, type ReactElement, createElement, lazy, useState } from 'react';

/** A component that may be fetched ahead. */
export type Later<Props extends object> = ((props: Props) => ReactElement) & {
  preload: () => void;
};

/**
 * A component whose code is fetched when it is first shown, or ahead. Where that fails, `instead` is shown until the page
 * is loaded again: a fault in one part must not take the whole island with it.
 */
export function fetchLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): Later<Props> {
  let known: ComponentType<Props> | undefined;
  const fetchOnce = async (): Promise<ComponentType<Props>> => (known ??= await load());
  const Waiting = lazy(async () => ({ default: await fetchOnce().catch(() => instead) }));

  function Part(props: Props): ReactElement {
    // What is known is shown at once: whatever waits, however shortly, React keeps back for 300 ms. Chosen once, as
    // another kind of element would be drawn anew.
    const [kind] = useState((): ComponentType<Props> => known ?? Waiting);
    return createElement(kind, props);
  }
  return Object.assign(Part, { preload: () => void fetchOnce().catch(() => undefined) });
}
