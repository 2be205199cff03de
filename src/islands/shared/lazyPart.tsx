import { type ComponentType, type ReactElement, Suspense, lazy, useEffect, useState } from 'react';

type LazyPart<Props extends object> = ((props: Props) => ReactElement) & {
  /** Fetches the code ahead. Errors are ignored: showing the part tries again. */
  preload: () => void;
};

/** Each gets the props of the part; both default to nothing. */
type Instead<Props extends object> = {
  /** Shown until the code has arrived. */
  waiting?: ComponentType<Props>;
  /** Shown when the code cannot be fetched. */
  failed?: ComponentType<Props>;
};

/**
 * Returns a component whose code is fetched when it is first shown, or by `preload`. A failed fetch shows `failed` in
 * this part only and leaves the rest of the island working. The fetch is repeated when the browser is online again and
 * when the part is shown again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting: Waiting = Nothing, failed = Nothing }: Instead<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  const attempt = () => lazy(async () => ({ default: await fetchOnce().catch(() => Failed) }));
  let pending: ComponentType<Props> = attempt();
  return Object.assign(Part, { preload: () => void fetchOnce().catch(() => undefined) });

  function Part(props: Props): ReactElement {
    // Loaded code is rendered without `lazy`: React delays everything that suspends by up to 300 ms. The choice is made
    // once, because React would replace the elements if the type changed.
    const [Content] = useState((): ComponentType<Props> => loaded ?? pending);
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Content {...props} />
      </Suspense>
    );
  }

  function Failed(props: Props): ReactElement {
    const [shown, setShown] = useState({ Content: failed });
    useEffect(() => {
      const before = pending;
      const retry = (): ComponentType<Props> =>
        (pending = pending === before ? attempt() : pending);
      const showRetry = (): void => setShown({ Content: retry() });
      addEventListener('online', showRetry);
      return () => {
        removeEventListener('online', showRetry);
        retry();
      };
    }, []);
    return <shown.Content {...props} />;
  }
}

function Nothing(): null {
  return null;
}
