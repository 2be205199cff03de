import {
  type ComponentType,
  type ReactElement,
  createElement,
  lazy,
  useEffect,
  useState,
} from 'react';

/** A component that may be fetched ahead. */
type Later<Props extends object> = ((props: Props) => ReactElement) & {
  preload: () => void;
};

/**
 * A component whose code is fetched when it is first shown, or ahead. Where that fails, `instead` is shown: a fault in
 * one part must not take the whole island with it. It is fetched anew when the connection is back, and when it is shown
 * again.
 */
export function fetchLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): Later<Props> {
  let known: ComponentType<Props> | undefined;
  const fetchOnce = async (): Promise<ComponentType<Props>> => (known ??= await load());
  const attempt = () => lazy(async () => ({ default: await fetchOnce().catch(() => Instead) }));
  let waiting: ComponentType<Props> = attempt();
  return Object.assign(Part, { preload: () => void fetchOnce().catch(() => undefined) });

  function Part(props: Props): ReactElement {
    // A loaded component is drawn at once: React holds back anything that suspends, however shortly, for 300 ms. Chosen
    // once, as another kind of element would be drawn anew.
    const [kind] = useState((): ComponentType<Props> => known ?? waiting);
    return createElement(kind, props);
  }

  function Instead(props: Props): ReactElement {
    const [shown, setShown] = useState({ part: instead });
    useEffect(() => {
      const failed = waiting;
      const again = (): ComponentType<Props> =>
        (waiting = waiting === failed ? attempt() : waiting);
      const show = (): void => setShown({ part: again() });
      addEventListener('online', show);
      return () => {
        removeEventListener('online', show);
        again();
      };
    }, []);
    return createElement(shown.part, props);
  }
}
