import { Spinner } from '#islands/shared/Spinner.tsx';
import { TextProvider, readPageText } from '#islands/shared/text.tsx';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';

/**
 * Shows the content of an island after hydration, with the texts of the page. Until then, and in the page's HTML, it
 * shows a spinner with `label`, or nothing without a label.
 */
export function Hydrated({ label, children }: { label?: string; children: ReactNode }) {
  const isHydrated = useHydrated();
  const text = useMemo(() => (isHydrated ? readPageText() : undefined), [isHydrated]);
  if (text) return <TextProvider {...text}>{children}</TextProvider>;
  return label === undefined ? null : <Spinner label={label} />;
}

/**
 * Returns whether React has taken over the island. The first render in the browser returns false, as the build did,
 * because hydration must render exactly the page's HTML; React renders again at once with true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, inBuild);
}

const inBrowser = () => true;
const inBuild = () => false;
/** The value never changes, so there is nothing to listen to. */
const subscribe = () => () => undefined;
