import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is first shown. Where that fails, `instead` is shown: a fault in one part
 * must not take the whole island with it. It is fetched anew when the connection is back, and when it is shown again.
 */
export function fetchLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): ComponentType<Props> {
  const attempt = () => lazy(async () => ({ default: await load().catch(() => Instead) }));
  let part: ComponentType<Props> = attempt();
  return (props) => createElement(part, props);

  function Instead(props: Props) {
    const [shown, setShown] = useState({ part: instead });
    useEffect(() => {
      const failed = part;
      const again = (): ComponentType<Props> => (part = part === failed ? attempt() : part);
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
