import {
  type ComponentType,
  type ReactElement,
  Suspense,
  lazy,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { fetchCode } from '#stores/browser/newVersion.ts';

type LazyPart<Props extends object> = ((props: Props) => ReactElement) & {
  /** Fetches the code ahead. Errors are ignored: showing the part tries again. */
  preload: () => void;
};

type Retry = { onRetry: () => void };

/** Each gets the props of the part, and `failed` also a function that tries again; both default to nothing. */
type Replacements<Props extends object> = {
  /** Shown until the code has arrived. */
  waiting?: ComponentType<Props>;
  /** Shown when the code cannot be fetched. */
  failed?: ComponentType<Props & Retry>;
};

/**
 * Returns a component whose code is fetched when it is first shown, or by `preload`. A failed fetch shows `failed` in
 * this part only and leaves the rest of the island working. The fetch is repeated by `onRetry`, when the browser is
 * online again, and when the part is shown again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting: Waiting = Nothing, failed: Instead = Nothing }: Replacements<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await fetchCode(load));
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
    const [before] = useState(() => pending);
    const [Retried, setRetried] = useState<ComponentType<Props>>();
    const showRetry = useCallback((): void => {
      if (pending === before) pending = attempt();
      const next = pending;
      setRetried(() => next);
    }, [before]);
    useEffect(() => {
      addEventListener('online', showRetry);
      return () => {
        removeEventListener('online', showRetry);
        if (pending === before) pending = attempt();
      };
    }, [before, showRetry]);
    return Retried ? <Retried {...props} /> : <Instead {...props} onRetry={showRetry} />;
  }
}

function Nothing(): null {
  return null;
}
